import { Box, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { Application } from '@/entities/application/api'
import { isStatus, statuses, statusOf } from '@/entities/application/status'
import { useBuyers } from '@/entities/buyer/api'
import { Journey } from '@/entities/joining/journey'
import { useMe } from '@/entities/user/me'
import { text } from '@/lib/i18n'
import { paths } from '@/lib/paths'
import { save } from '@/lib/save-file'
import { HandedInDrawing } from '@/ui/drawings'
import { DownloadIcon } from '@/ui/icons'
import { LinkButton } from '@/ui/link-button'
import { MainLink } from '@/ui/main-action'
import { Page, Panel, Section } from '@/ui/page'
import { copyOf } from './copy'

/** What was handed in and cannot be changed now. */
export function HandedIn({ application }: { application: Application }) {
  if (isStatus(application.status, 'pending')) return <Submitted application={application} />
  return <Closed application={application} />
}

/** The moment after handing it in: what was done, what happens next and who does it, and a copy to keep. */
function Submitted({ application }: { application: Application }) {
  const { t } = useLingui()
  const { title, description } = statuses.pending
  const email = useMe().userDetails?.email ?? ''
  const { data: buyers } = useBuyers()
  const company = application.form.company.legalName ?? ''
  const submittedAt = application.history.findLast(({ to }) => isStatus(to, 'pending'))?.at
  const documents = application.documents.filter(({ replacedAt }) => !replacedAt).length
  const start = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that was pressed is gone.
    if (document.activeElement === document.body) start.current?.focus()
  }, [])
  const next = [
    { who: t`We review your application`, what: t`We check your company’s details and your documents.` },
    { who: t`We ask if something is missing`, what: t`We’ll e-mail ${email} and list it here and under Home.` },
    { who: t`We e-mail our decision`, what: t`Once you’re approved, Home shows what comes next.` },
  ]
  return (
    <Page title={t`Application submitted`} lead={<>{text(title)}. {text(description)}.</>}>
      <Journey at="review" />
      <Panel>
        <Flex gap={{ base: '4', md: '8' }} align="center" direction={{ base: 'column', sm: 'row' }} ref={start} tabIndex={-1} outline="none">
          <HandedInDrawing width="36" height="24" />
          <Text flex="1" overflowWrap="anywhere">
            <Trans>
              Thank you. You submitted the application for {company} with <Plural value={documents} one="# document" other="# documents" />. It can’t be changed at this stage.
            </Trans>
          </Text>
        </Flex>
      </Panel>
      <Section title={t`What happens next`}>
        <Stack as="ol" listStyleType="none" gap="4">
          {next.map(({ who, what }, index) => (
            <Flex as="li" key={who} gap="4">
              <Box w="7" h="7" borderRadius="full" borderWidth="1.5px" borderColor="primary.border" display="flex" alignItems="center" justifyContent="center" fontSize="xs" color="fg.muted" flexShrink="0" aria-hidden>
                {index + 1}
              </Box>
              <Box minW="0">
                <Heading as="h3" textStyle="part">{who}</Heading>
                <Text color="fg.muted" overflowWrap="anywhere">{what}</Text>
              </Box>
            </Flex>
          ))}
        </Stack>
        <Text color="fg.muted"><Trans>You don’t need to do anything now.</Trans></Text>
      </Section>
      <Section title={t`A copy to keep`} lead={t`All your answers and the names of your documents, as a page you can open and print.`}>
        <Flex gap="3" wrap="wrap">
          <Button
            variant="outline"
            disabled={!buyers}
            onClick={() => {
              save(copyOf({ application, buyers: buyers ?? [], submittedAt }), t`application.html`)
            }}
          >
            <DownloadIcon />
            <Trans>Download copy</Trans>
          </Button>
          <MainLink to={paths.dashboard}>
            <Trans>Go to Home</Trans>
          </MainLink>
        </Flex>
      </Section>
    </Page>
  )
}

function Closed({ application }: { application: Application }) {
  const { title, description, isKnown } = statusOf(application.status)
  const { company } = application.form
  const documents = application.documents.filter(({ replacedAt }) => !replacedAt).length
  return (
    <Page title={text(title)} lead={text(description)}>
      <Stack gap="4">
        {isKnown ? (
          <Text>
            <Trans>
              You submitted the application for {company.legalName} with <Plural value={documents} one="# document" other="# documents" />. It can’t be changed at this stage.
            </Trans>
          </Text>
        ) : null}
        <LinkButton to={paths.dashboard} alignSelf="flex-start">
          <Trans>Go to Home</Trans>
        </LinkButton>
      </Stack>
    </Page>
  )
}
