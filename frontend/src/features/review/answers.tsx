import { useLingui } from '@lingui/react/macro'
import type { FormBody } from '@/entities/application/api'
import { answerGroups } from '@/entities/application/answers'
import { AnswerList } from '@/entities/application/answer-list'
import { PanePart } from '@/ui/work-page'
import type { Case } from './api'

/** Where what is said of the account leads. */
export const APPLICANT = 'applicant.email'

/** Who applies, and all answers, grouped as in the form. */
export function Answers({ applicant, form }: { applicant: Case['applicant']; form: FormBody }) {
  const { t } = useLingui()
  const account = [
    { field: 'applicant.name', label: t`Name`, value: `${applicant.fname} ${applicant.lname}` },
    { field: APPLICANT, label: t`E-mail address`, value: applicant.email },
    ...(applicant.phone ? [{ field: 'applicant.phone', label: t`Phone`, value: applicant.phone }] : []),
  ]
  const groups = [{ title: t`Applicant`, answers: account }, ...answerGroups(form)]
  return groups.map(({ title, answers }) => (
    <PanePart key={title} title={title}>
      <AnswerList answers={answers} />
    </PanePart>
  ))
}
