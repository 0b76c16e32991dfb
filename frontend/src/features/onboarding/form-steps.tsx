import { useLingui } from '@lingui/react/macro'
import { useBuyers } from '@/entities/buyer/api'
import type { Left } from '@/entities/joining/left'
import { stepOf, type FormStep, type StepId } from '@/entities/joining/steps'
import { text } from '@/lib/i18n'
import { onboardingStep } from '@/lib/paths'
import { Steps, type Step } from '@/ui/steps'

/** The steps, where one is, and what each still lacks. */
export function FormSteps({ steps, current, left }: { steps: readonly FormStep[]; current: StepId; left: readonly Left[] }) {
  const { t } = useLingui()
  const { data: buyers } = useBuyers()
  const about = (id: StepId): Pick<Step, 'state' | 'note'> => {
    const here = id === 'submit' ? left : left.filter(({ field }) => stepOf(field) === id)
    const count = here.length
    if (count > 0) return { state: id !== 'submit' && here.some(({ isWrong }) => isWrong) ? 'wrong' : 'open', note: t`${count} left` }
    if (id === 'submit') return { state: 'open', note: t`Ready` }
    return id === 'buyers' && !buyers?.length ? { state: 'open', note: t`None yet` } : { state: 'done', note: t`Complete` }
  }
  return <Steps label={t`Application steps`} steps={steps.map(({ id, title }) => ({ key: id, label: text(title), to: onboardingStep(id), isCurrent: id === current, ...about(id) }))} />
}
