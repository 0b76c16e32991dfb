import { useLingui } from '@lingui/react/macro'
import { isStatus } from '@/entities/application/status'
import { useMe, type Me } from '@/entities/user/me'
import { Milestones } from '@/ui/steps'

const ORDER = ['account', 'phone', 'email', 'company', 'review'] as const
type Stop = (typeof ORDER)[number]

/** The stops that are theirs: a link of an invitation proved the address, and a company is registered by its owner, once. */
function stopsOf(at: Stop, me: Me | undefined): readonly Stop[] {
  const wasInvited = at === 'phone' && me?.userDetails.emailVerified === true
  if (!wasInvited) return ORDER
  const registers = me.membership.role === 'owner' && isStatus(me.userDetails.onboarding_status, 'not_completed')
  return ORDER.filter((stop) => stop !== 'email' && (registers || (stop !== 'company' && stop !== 'review')))
}

/** Where a person is on the way from signing up to being approved, or to working with their colleagues. */
export function Journey({ at }: { at: Exclude<Stop, 'account'> }) {
  const { t } = useLingui()
  const stops = stopsOf(at, useMe().me)
  const labels = { account: t`Account`, phone: t`Phone`, email: t`E-mail`, company: t`Company`, review: t`Review` }
  const place = stops.indexOf(at)
  return <Milestones label={t`Joining`} steps={stops.map((key, index) => ({ key, label: labels[key], state: index < place ? 'done' : index === place ? 'current' : 'todo' }))} />
}
