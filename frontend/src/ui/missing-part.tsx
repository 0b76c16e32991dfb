import { useLingui } from '@lingui/react/macro'
import { Notice } from './notice'

/** Stands where a part of a screen could not be loaded. */
export function MissingPart() {
  const { t } = useLingui()
  return <Notice status="error">{t`We couldn’t load this part of the page. We’ll keep trying.`}</Notice>
}
