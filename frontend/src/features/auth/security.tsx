import { Box, Button, Code, HStack, QrCode, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { qrCodeSlotRecipe } from '@chakra-ui/react/theme'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '@/api/client'
import { ApiError } from '@/api/error'
import { failure } from '@/api/errors'
import { useBeginSecondFactor, useConfirmSecondFactor, useRemoveSecondFactor, useSecondFactor } from '@/entities/user/second-factor'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { paths } from '@/lib/paths'
import { save } from '@/lib/save-file'
import { LoadingPage } from '@/ui/loading'
import { Failure } from '@/ui/failure'
import { CheckIcon, DownloadIcon } from '@/ui/icons'
import { MainAction } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { Page, Section } from '@/ui/page'
import { TextLink } from '@/ui/text-link'
import { toast } from '@/ui/toasts'
import { sessionsQuery } from './api'
import { useAuth } from './auth-provider'
import { ChangePassword } from './change-password'
import { CodeInput } from './code-step'
import { Sessions } from './sessions'

/** The password, two-factor sign-in with its recovery codes, and where one is signed in. */
export default function Security() {
  const { t } = useLingui()
  const { data: factor, error, refetch } = useSecondFactor()
  const { user } = useAuth()
  const [codes, setCodes] = useState<string[] | null>(null)
  if (!user) return null
  if (!factor && !error) return <LoadingPage />
  return (
    <Page title={t`Account security`} lead={user.userDetails.email}>
      <Section title={<Trans>Contact details</Trans>}>
        <Contact of={user.userDetails} />
      </Section>
      <Section title={<Trans>Password</Trans>}>
        <ChangePassword of={user.userDetails} />
      </Section>
      <Section title={<Trans>Two-factor sign-in</Trans>}>
        <Stack gap="4">
          <Failure {...failure(error)} />
          {codes ? (
            <RecoveryCodes
              codes={codes}
              done={async () => {
                await refetch()
                setCodes(null)
              }}
            />
          ) : factor?.on ? (
            <On left={factor.recoveryCodesLeft} />
          ) : (
            <Off switchedOn={setCodes} />
          )}
        </Stack>
      </Section>
      <Box id="sessions" outline="none">
        <Sessions />
      </Box>
    </Page>
  )
}

/** How one signs in and is reached. What is not proved yet can still be corrected. */
function Contact({ of: { email, phone, emailVerified, phoneVerified } }: { of: Schemas['UserDetailsBody'] }) {
  const { t } = useLingui()
  const rows = [
    { label: t`E-mail address`, value: email, isProved: emailVerified, to: paths.verifyEmail },
    { label: t`Mobile phone`, value: phone, isProved: phoneVerified, to: paths.verifyPhone },
  ]
  return (
    <SimpleGrid as="dl" columns={{ base: 1, sm: 2 }} gap="5">
      {rows.map(({ label, value, isProved, to }) => (
        <Box key={to} minW="0">
          <Text as="dt" textStyle="label" color="fg.muted">
            {label}
          </Text>
          <Text as="dd" overflowWrap="anywhere">
            {value}{' '}
            <Text as="span" color="fg.muted" textStyle="label">
              {isProved ? <Trans context="of an address or a number">Verified</Trans> : <TextLink to={to}><Trans>Verify or correct</Trans></TextLink>}
            </Text>
          </Text>
        </Box>
      ))}
    </SimpleGrid>
  )
}

function Off({ switchedOn }: { switchedOn: (codes: string[]) => void }) {
  const begin = useBeginSecondFactor()
  const confirm = useConfirmSecondFactor()
  const { renew, user } = useAuth()
  const isOperator = user?.userDetails.role === 'operator'
  const queryClient = useQueryClient()
  // Another one was begun since: this key is good for nothing.
  const isReplaced = confirm.error instanceof ApiError && confirm.error.problem?.code === 'conflict'
  const turnOn = async (id: string, code: string) => {
    const { token, recoveryCodes } = await confirm.mutateAsync({ id, code })
    switchedOn(recoveryCodes)
    await renew(token)
    // This one is another session now, and the only one.
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  }
  if (begin.data && !isReplaced) return <Enrolment enrolment={begin.data} turnOn={(code) => turnOn(begin.data.id, code)} />
  return (
    <>
      <Text>
        <Trans>With two-factor sign-in, your password alone isn’t enough: each sign-in also asks for a code from an authenticator app.</Trans>
        {isOperator ? (
          <>
            {' '}
            <Trans>You need it in the back office.</Trans>
          </>
        ) : null}
      </Text>
      {isReplaced ? <Notice status="error"><Trans>You started again in another tab or on another device, so that key no longer works. Use the newest one, or start again here.</Trans></Notice> : null}
      <Failure {...failure(begin.error)} />
      <Button
        alignSelf="flex-start"
        loading={begin.isPending}
        onClick={() => {
          confirm.reset()
          begin.mutate()
        }}
      >
        <Trans>Turn on</Trans>
      </Button>
    </>
  )
}

function Enrolment({ enrolment, turnOn }: { enrolment: Schemas['EnrolmentBody']; turnOn: (code: string) => Promise<void> }) {
  const { t } = useLingui()
  // The server shows a key once, and makes another one when it is asked again.
  useAskBeforeLeaving(true, t`The key for your authenticator app`)
  return (
    <Stack gap="5">
      <Text color="fg.muted">
        <Trans>Keep this page open until you have entered the code. If you reload it, you get a new key and have to scan again.</Trans>
      </Text>
      <Text><Trans>1. Scan this with your authenticator app or enter the key.</Trans></Text>
      <HStack gap="6" wrap="wrap" align="center">
        {/* Dark on light in either scheme: cameras expect it so. */}
        <Box bg="white" color="black" p="3" borderRadius="l2" borderWidth="1px">
          <QrCode.Root recipe={qrCodeSlotRecipe} value={enrolment.uri} size="lg" role="img" aria-label={t`QR code for the authenticator app`}>
            <QrCode.Frame>
              <QrCode.Pattern />
            </QrCode.Frame>
          </QrCode.Root>
        </Box>
        <Stack gap="1" minW="0">
          <Text color="fg.muted" fontSize="sm">
            <Trans>Key</Trans>
          </Text>
          <Code fontSize="md" overflowWrap="anywhere" data-testid="secret">
            {enrolment.secret.match(/.{1,4}/g)?.join(' ')}
          </Code>
        </Stack>
      </HStack>
      <Text><Trans>2. Enter the code from the app. You’ll be signed out on all other devices.</Trans></Text>
      <CodeInput isMain label={t`Code`} button={t`Turn on`} pass={turnOn} />
    </Stack>
  )
}

function RecoveryCodes({ codes, done }: { codes: string[]; done: () => Promise<void> }) {
  const { t } = useLingui()
  // Nobody can see them again.
  useAskBeforeLeaving(true, t`Your recovery codes`)
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setIsCopied(true)
    } catch {
      toast.error(t`The browser doesn’t allow copying. Download the codes or write them down.`)
    }
  }
  return (
    <Stack gap="4">
      <Notice status="success" title={t`Two-factor sign-in is on`}>
        <Trans>Print these recovery codes or save them in a password manager. Each one signs you in once if you lose your phone. We show them only now.</Trans>
      </Notice>
      <SimpleGrid as="ul" listStyleType="none" columns={{ base: 1, sm: 2 }} gap="2" aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>
            <Code fontSize="md">{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <HStack wrap="wrap">
        <Button
          variant="outline"
          onClick={() => {
            save(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'sooner-recovery-codes.txt')
          }}
        >
          <DownloadIcon />
          <Trans>Download codes</Trans>
        </Button>
        <Button variant="outline" onClick={() => void copy()}>
          {isCopied ? <CheckIcon /> : null}
          {isCopied ? <Trans>Copied</Trans> : <Trans>Copy codes</Trans>}
        </Button>
        <MainAction onClick={() => void done()}><Trans>I’ve saved the codes</Trans></MainAction>
      </HStack>
    </Stack>
  )
}

function On({ left }: { left: number }) {
  const { t } = useLingui()
  const remove = useRemoveSecondFactor()
  const queryClient = useQueryClient()
  const turnOff = async (code: string) => {
    await remove.mutateAsync(code)
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  }
  const [removing, setRemoving] = useState(false)
  return (
    <Stack gap="4">
      <Text>
        <Plural value={left} one="Two-factor sign-in is on. # recovery code left." other="Two-factor sign-in is on. # recovery codes left." />{' '}
        {left <= 3 ? t`Turn it off and on again to get new ones.` : null}
      </Text>
      {removing ? (
        <CodeInput label={t`Code from the app or a recovery code`} button={t`Turn off`} pass={turnOff} />
      ) : (
        <Button
          variant="outline"
          alignSelf="flex-start"
          onClick={() => {
            setRemoving(true)
          }}
        >
          <Trans>Turn off</Trans>
        </Button>
      )}
    </Stack>
  )
}
