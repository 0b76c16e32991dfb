import { Box, Button, Heading, HStack, Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useMe } from '@/entities/user/me'
import { documentKinds } from '@/entities/document/kinds'
import { useAskBeforeClosing } from '@/lib/leaving'
import { useQuery } from '@/lib/navigation'
import { onboardingStep } from '@/lib/paths'
import { DownIcon, UpIcon } from '@/ui/icons'
import { ProgressBar } from '@/ui/progress-bar'
import { TextLink } from '@/ui/text-link'
import { useUploads, type Attempt, type Uploads } from './use-uploads'

 
const OVER_BARS = 'calc(var(--bottom-bar, 0px) + var(--sticky-actions, 0px))'
/** On a phone, with the bar above it. */
const A_QUARTER = { base: 'calc(25dvh - 3.5rem)', md: '45vh' }
 

/** What is on its way, failed or waits to be sorted, at the foot of every screen. */
export function UploadTray() {
  const { t } = useLingui()
  const uploads = useUploads()
  const { userDetails } = useMe()
  const [query] = useQuery()
  const { attempts, unsorted, clear } = uploads
  const user = userDetails?.id
  const [isOpen, setOpen] = useState(true)
  useEffect(() => clear, [user, clear])
  const underWay = attempts.filter(({ error }) => error === null).length
  const unfinished = underWay + unsorted.length + attempts.filter(({ error, mayRetry }) => error !== null && mayRetry).length
  useAskBeforeClosing(unfinished > 0)
  // Where they are sorted, they stand already.
  const toSort = query.get('step') === 'documents' ? 0 : unsorted.length
  if (attempts.length + toSort === 0) return null
  const failed = attempts.length - underWay
  const title = underWay > 0 ? plural(underWay, { one: 'Uploading # file', other: 'Uploading # files' }) : failed > 0 ? plural(failed, { one: '# file was not uploaded', other: '# files were not uploaded' }) : t`Files to sort`
  return (
    <Box
      as="section"
      aria-label={t`Uploads`}
      data-bar
      position="sticky"
      // Over the bar of the frame, and over the way back and on of the form.
      bottom={OVER_BARS}
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
      <HStack justify="space-between" ps="4" pe="2" py="1" gap="2">
        <Heading as="h2" textStyle="label">
          <span role="status">{title}</span>
        </Heading>
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isOpen}
          aria-label={isOpen ? t`Fold uploads` : t`Show uploads`}
          onClick={() => {
            setOpen(!isOpen)
          }}
        >
          {isOpen ? <DownIcon width="4" height="4" /> : <UpIcon width="4" height="4" />}
        </Button>
      </HStack>
      {isOpen ? (
      <Stack gap="3" px="4" pb="3" maxH={A_QUARTER} overflowY="auto" tabIndex={0} role="group" aria-label={title}>
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
      ) : null}
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
