import { Box, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { AnswerList } from '@/entities/application/answer-list'
import { answerGroups } from '@/entities/application/answers'
import { useApplication, type Document } from '@/entities/application/api'
import { History } from '@/entities/application/history'
import { buys, sells } from '@/entities/company/sells'
import { documentKinds } from '@/entities/document/kinds'
import { verdicts } from '@/entities/document/verdicts'
import { isStatus } from '@/entities/application/status'
import { formatInstant } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { CodeBadge } from '@/ui/code-badge'
import { Contact } from '@/ui/contact'
import { Failure } from '@/ui/failure'
import { LinkButton } from '@/ui/link-button'
import { LoadingPage } from '@/ui/loading'
import { Page, Section } from '@/ui/page'
import { BankAccount } from './bank-account'
import { EarlyPayment } from './early-payment'
import { Team } from './team'

/** What the company told us, to be read; what it handed in, and what became of it. */
export default function CompanyPage() {
  const { t } = useLingui()
  const { data: application, error } = useApplication()
  if (!application) {
    if (!error) return <LoadingPage />
    return (
      <Page title={t`Company`}>
        <Failure {...failure(error)} />
      </Page>
    )
  }
  const documents = application.documents.filter(({ replacedAt }) => !replacedAt)
  const isApproved = isStatus(application.status, 'approved')
  const title = application.form.company.legalName ?? t`Company`
  // Until it is handed in, what the company says of itself stands in the form.
  if (isStatus(application.status, 'not_completed')) {
    return (
      <Page
        title={title}
        actions={
          <LinkButton to={paths.onboarding} variant="outline">
            <Trans>Open application</Trans>
          </LinkButton>
        }
      >
        <Team />
      </Page>
    )
  }
  // The account that counts has a section of its own.
  const groups = answerGroups(application.form)
  return (
    <Page
      title={title}
      actions={
        isApproved && (sells(application.form.company) || buys(application.form.company)) ? (
          <LinkButton to={paths.facility} variant="outline">
            <Trans>View facility</Trans>
          </LinkButton>
        ) : null
      }
    >
      <Team />
      {isApproved ? <BankAccount form={application.form} /> : null}
      <EarlyPayment isApproved={isApproved} />
      <Text color="fg.muted">
        <Trans>What you submitted. To change it, <Contact>contact us</Contact>.</Trans>
      </Text>
      {(isApproved ? groups.slice(0, -1) : groups).map(({ title, answers }) => (
        <Section key={title} title={title}>
          <AnswerList answers={answers} />
        </Section>
      ))}
      {documents.length > 0 ? (
        <Section title={<Trans>Documents</Trans>}>
          <Stack as="ul" listStyleType="none" gap="0" aria-label={t`Documents`}>
            {documents.map((document) => (
              <Row key={document.id} document={document} isApproved={isApproved} />
            ))}
          </Stack>
        </Section>
      ) : null}
      {application.history.length > 0 ? (
        <Section title={<Trans>History</Trans>}>
          <History application={application} />
        </Section>
      ) : null}
    </Page>
  )
}

function Row({ document: { kind, name, uploadedAt, verdict }, isApproved }: { document: Document; isApproved: boolean }) {
  return (
    <HStack as="li" justify="space-between" align="flex-start" gap="4" py="3" borderBottomWidth="1px" borderColor="border" _last={{ borderBottomWidth: '0' }}>
      <Box minW="0">
        <Text>{documentKinds.labelOf(kind)}</Text>
        <Text textStyle="label" color="fg.muted" overflowWrap="anywhere">
          {name} · {formatInstant(uploadedAt)}
        </Text>
      </Box>
      {/* Who is approved waits for no review. */}
      {isApproved && verdict === 'pending' ? null : <CodeBadge labels={verdicts} code={verdict} />}
    </HStack>
  )
}
