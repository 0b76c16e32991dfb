import { Trans, useLingui } from '@lingui/react/macro'
import { Notice } from '@/ui/notice'

/** Instead of a decision on what this version can’t describe. */
export function UnknownChange() {
  const { t } = useLingui()
  return (
    <Notice status="warning" title={t`This change needs a newer version of the app`}>
      <Trans>Reload the page to see what it does and to decide on it.</Trans>
    </Notice>
  )
}
