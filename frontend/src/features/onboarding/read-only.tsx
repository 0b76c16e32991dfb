import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { AnswerList } from '@/entities/application/answer-list'
import { answerGroups } from '@/entities/application/answers'
import type { Application } from '@/entities/application/api'
import { useHasBuyers } from '@/entities/joining/has-buyers'
import { WhoCan } from '@/entities/team/who-can'
import { Page, Section } from '@/ui/page'

/** The application for a member whose role does not let them fill it in: they see what stands in it and who can. */
export function ReadOnly({ application, buyers }: { application: Application; buyers: ReactNode }) {
  const { t } = useLingui()
  const hasBuyers = useHasBuyers(application.form.company)
  return (
    <Page title={t`Application`} lead={<WhoCan right="edit_application" />}>
      {answerGroups(application.form).map(({ title, answers }) => (
        <Section key={title} title={title}>
          <AnswerList answers={answers} />
        </Section>
      ))}
      {hasBuyers ? (
        <Section title={<Trans>Buyers</Trans>}>
          <WhoCan right="name_buyers" />
          {buyers}
        </Section>
      ) : null}
    </Page>
  )
}
