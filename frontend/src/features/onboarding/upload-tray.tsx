import { Box, Button, Heading, HStack, Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useMe } from '@/entities/user/me'
import { documentKinds } from '@/entities/document/kinds'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { useQuery } from '@/lib/navigation'
import { onboardingStep } from '@/lib/paths'
import { ProgressBar } from '@/ui/progress-bar'
import { TextLink } from '@/ui/text-link'
import { useUploads, type Attempt, type Uploads } from './use-uploads'

/** What is on its way, failed or waits to be sorted, at the foot of every screen. */
export function UploadTray() {
  const { t } = useLingui()
  const uploads = useUploads()
  const { userDetails } = useMe()
  const [query] = useQuery()
  const { attempts, unsorted, clear } = uploads
  const user = userDetails?.id
  useEffect(() => clear, [user, clear])
  const underWay = attempts.filter(({ error }) => error === null).length
  const unfinished = underWay + unsorted.length + attempts.filter(({ error, mayRetry }) => error !== null && mayRetry).length
  useAskBeforeLeaving(unfinished > 0)
  // Where they are sorted, they stand already.
  const toSort = query.get('step') === 'documents' ? 0 : unsorted.length
  if (attempts.length + toSort === 0) return null
  const failed = attempts.length - underWay
  const title = underWay > 0 ? plural(underWay, { one: 'Uploading # file', other: 'Uploading # files' }) : failed > 0 ? plural(failed, { one: '# file was not uploaded', other: '# files were not uploaded' }) : t`Files to sort`
  return (
    <Box
      as="section"
      aria-label={t`Uploads`}
      position="sticky"
      bottom="var(--bottom-bar)"
      zIndex="docked"
      w={{ base: 'full', md: '26rem' }}
      alignSelf="flex-end"
      me={{ md: '6' }}
      bg="bg.panel"
      borderWidth="1px"
      borderBottomWidth="0"
      borderTopRadius="l3"
      boxShadow="lg"
    >
      <Stack gap="3" p="4" maxH="45vh" overflowY="auto" tabIndex={0} role="group" aria-label={title}>
        <Heading as="h2" size="sm">
          <span role="status">{title}</span>
        </Heading>
        {attempts.map((attempt) => (
          <OnItsWay key={attempt.key} attempt={attempt} uploads={uploads} />
        ))}
        {toSort > 0 ? (
          <Text fontSize="sm">
            {plural(toSort, { one: '# file still has to be sorted.', other: '# files still have to be sorted.' })}{' '}
            <TextLink to={onboardingStep('documents')}><Trans>Sort now</Trans></TextLink>
          </Text>
        ) : null}
      </Stack>
    </Box>
  )
}

function OnItsWay({ attempt, uploads }: { attempt: Attempt; uploads: Uploads }) {
  const { t } = useLingui()
  const { file, kind, share, error, mayRetry } = attempt
  const { name } = file
  return (
    <Stack as="section" gap="1" aria-label={name}>
      <HStack justify="space-between" gap="3" align="flex-start">
        <Box minW="0">
          <Text overflowWrap="anywhere">{name}</Text>
          <Text fontSize="sm" color="fg.muted">
            {documentKinds.labelOf(kind)}
          </Text>
        </Box>
        <HStack flexShrink="0">
          {error !== null && mayRetry ? (
            <Button
              variant="outline"
              size="xs"
              aria-label={t`Try again: ${name}`}
              onClick={() => {
                uploads.retry(attempt)
              }}
            >
              <Trans>Try again</Trans>
            </Button>
          ) : null}
          <Button
            variant="ghost"
            size="xs"
            aria-label={error ? t`Dismiss ${name}` : t`Cancel ${name}`}
            onClick={() => {
              uploads.cancel(attempt)
            }}
          >
            {error ? t`Dismiss` : t`Cancel`}
          </Button>
        </HStack>
      </HStack>
      {error ? (
        <Text role="alert" color="fg.error" fontSize="sm">
          {error}
        </Text>
      ) : (
        <ProgressBar label={t`Uploading ${name}`} percent={Math.round(share * 100)} />
      )}
    </Stack>
  )
}
