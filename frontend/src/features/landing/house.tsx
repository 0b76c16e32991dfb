import { Box, Code, Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentType } from 'react'
import { text } from '@/lib/i18n'
import { BankIcon, BookIcon, InboxIcon, KeyIcon, LanguageIcon, ShieldIcon } from '@/ui/icons'
import { ScreenPicture } from './screen-picture'

const points: { Icon: ComponentType; name: MessageDescriptor; words: MessageDescriptor }[] = [
  { Icon: InboxIcon, name: msg`Review desk`, words: msg`A queue with search, documents beside the answers, what changed since last time, and decisions that reach the applicant by e-mail.` },
  { Icon: BookIcon, name: msg`Audit trail`, words: msg`Every write is recorded in a chain of hashes. One command checks that nobody altered it.` },
  { Icon: BankIcon, name: msg`Your own server`, words: msg`One program with the web client inside. SQLite to start with, PostgreSQL when you grow; documents in a folder or an S3 bucket.` },
  { Icon: ShieldIcon, name: msg`Safe by default`, words: msg`Two-factor sign-in, required for operators in production, and no script or style from anywhere else.` },
  { Icon: KeyIcon, name: msg`Open source`, words: msg`MIT or Apache-2.0, as you like, with a documented API and parts you can replace.` },
  { Icon: LanguageIcon, name: msg`For everyone`, words: msg`English and German, light and dark, on phones, by keyboard and with screen readers.` },
]

/** What a finance company gets that runs Sooner itself. */
export function House() {
  const { t } = useLingui()
  return (
    <Stack gap={{ base: '8', md: '12' }}>
      <ScreenPicture scene="case" alt={t`An application in the back office: the answers beside the documents, with the decisions to take.`} />
      <SimpleGrid columns={{ base: 1, sm: 2, lg: 3 }} gap={{ base: '6', md: '10' }}>
        {points.map(({ Icon, name, words }) => (
          <Box key={name.id}>
            <Icon />
            <Heading as="h3" textStyle="part" mt="3">
              {text(name)}
            </Heading>
            <Text color="fg.muted" mt="1">
              {text(words)}
            </Text>
          </Box>
        ))}
      </SimpleGrid>
      <Text color="fg.muted" maxW="2xl">
        <Trans>
          Try it on one machine: download the source code and run <Code>make run</Code>. How to install, back up and upgrade it is in <Code>docs/operating.md</Code>, the API in <Code>docs/api.md</Code>.
        </Trans>
      </Text>
    </Stack>
  )
}
