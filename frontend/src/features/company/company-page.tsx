import { Box, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { AnswerList } from '@/entities/application/answer-list'
import { answerGroups } from '@/entities/application/answers'
import { useApplication, type Document } from '@/entities/application/api'
import { History } from '@/entities/application/history'
import { documentKinds } from '@/entities/document/kinds'
import { verdicts } from '@/entities/document/verdicts'
import { formatInstant } from '@/lib/dates'
import { Redirect } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { CodeBadge } from '@/ui/code-badge'
import { Failure } from '@/ui/failure'
import { LoadingPage } from '@/ui/loading'
import { Page, Section } from '@/ui/page'

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
  // Until it is handed in, it stands in the form.
  if (application.allowedActions.includes('edit_form')) return <Redirect to={paths.onboarding} replace />
  const documents = application.documents.filter(({ replacedAt }) => !replacedAt)
  return (
    <Page title={application.form.company.legalName ?? t`Company`} lead={t`What you submitted. To change it, contact us.`}>
      {answerGroups(application.form).map(({ title, answers }) => (
        <Section key={title} title={title}>
          <AnswerList answers={answers} />
        </Section>
      ))}
      {documents.length > 0 ? (
        <Section title={<Trans>Documents</Trans>}>
          <Stack as="ul" listStyleType="none" gap="0" aria-label={t`Documents`}>
            {documents.map((document) => (
              <Row key={document.id} document={document} />
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

function Row({ document: { kind, name, uploadedAt, verdict } }: { document: Document }) {
  return (
    <HStack as="li" justify="space-between" align="flex-start" gap="4" py="3" borderBottomWidth="1px" borderColor="border" _last={{ borderBottomWidth: '0' }}>
      <Box minW="0">
        <Text>{documentKinds.labelOf(kind)}</Text>
        <Text textStyle="label" color="fg.muted" overflowWrap="anywhere">
          {name} · {formatInstant(uploadedAt)}
        </Text>
      </Box>
      <CodeBadge labels={verdicts} code={verdict} />
    </HStack>
  )
}
