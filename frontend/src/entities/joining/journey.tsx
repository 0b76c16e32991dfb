import { useLingui } from '@lingui/react/macro'
import { Milestones } from '@/ui/steps'

const ORDER = ['account', 'phone', 'email', 'company', 'review'] as const

/** Where somebody is on the way from signing up to being approved. */
export function Journey({ at }: { at: Exclude<(typeof ORDER)[number], 'account'> }) {
  const { t } = useLingui()
  const labels = { account: t`Account`, phone: t`Phone`, email: t`E-mail`, company: t`Company`, review: t`Review` }
  const place = ORDER.indexOf(at)
  return <Milestones label={t`Joining`} steps={ORDER.map((key, index) => ({ key, label: labels[key], state: index < place ? 'done' : index === place ? 'current' : 'todo' }))} />
}
