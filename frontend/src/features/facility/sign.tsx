import { Button, HStack, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { failure, isCancelled, retryAt, showFieldErrors } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { sentenceBeforeAgain, useAgainWhenBack } from '@/api/reconnect'
import { useAcceptTerms, useDeclineTerms, type Facility, type SeenFacility, type Signed } from '@/entities/facility/api'
import { useMe } from '@/entities/user/me'
import { after } from '@/lib/after'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { line } from '@/lib/schemas'
import { Failure } from '@/ui/failure'
import { TextField } from '@/ui/fields'
import { MainAction } from '@/ui/main-action'
import { Question } from '@/ui/question'
import { toast } from '@/ui/toasts'

const SignSchema = z.object({ signedName: line(200) })

interface SignProps {
  facility: Facility
  proposed: NonNullable<Facility['proposed']>
  /** Whether it is the one main action of the screen. */
  isMain: boolean
}

/** Accepts exactly the terms that stand above, with a typed name, or declines them. */
export function Sign({ facility: { id, version, allowedActions }, proposed: { hash }, isMain }: SignProps) {
  const { t } = useLingui()
  const { userDetails } = useMe()
  const name = userDetails ? `${userDetails.fname} ${userDetails.lname}` : null
  const keys = { accept: useIdempotencyKey<Signed>(), decline: useIdempotencyKey<SeenFacility>() }
  const accept = useAcceptTerms(keys.accept)
  const decline = useDeclineTerms(keys.decline)
  const [asks, setAsks] = useState(false)
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(SignSchema), defaultValues: { signedName: '' } })
  const { errors, isSubmitting, isDirty } = formState
  useAskBeforeLeaving(isDirty, t`Accept terms`)
  const submit = handleSubmit(async ({ signedName }) => {
    try {
      await accept.mutateAsync({ id, version, hash, signedName })
      toast.success(t`Terms accepted`)
    } catch (error) {
      // What was typed stays, and can be sent again.
      if (isCancelled(error) || showFieldErrors(error, setError, ['signedName'])) return
      setError('root', { message: sentenceBeforeAgain(error) })
    }
  })
  useAgainWhenBack(accept.error, () => void submit())
  const hint = name ? t`You are signed in as ${name}. Sign with this name.` : undefined
  // What is wrong takes the place of the help: the name to sign with stays.
  const wrong = errors.signedName?.message ? [errors.signedName.message, hint].filter(Boolean).join(' ') : undefined
  const mayAccept = allowedActions.includes('accept_terms')
  const mayDecline = allowedActions.includes('decline_terms')
  const Accept = isMain ? MainAction : Button
  if (!mayAccept && !mayDecline) return null
  return (
    <Stack gap="4">
      {mayAccept ? (
        <form onSubmit={(event) => void submit(event)} noValidate aria-label={t`Accept terms`}>
          <Stack gap="4" maxW="2xl">
            <TextField label={t`Your full name`} autoComplete="name" help={hint} input={register('signedName')} error={wrong} />
            <Text color="fg.muted" textStyle="label">
              <Trans>By accepting you agree to these terms for your company. We keep your name, the time and your network address as evidence.</Trans>
            </Text>
            <Failure sentence={errors.root?.message} until={retryAt(accept.error)} />
            <HStack wrap="wrap">
              <Accept type="submit" loading={isSubmitting} loadingText={t`Accepting`}>
                <Trans>Accept terms</Trans>
              </Accept>
              {mayDecline && !asks ? <Decline ask={() => { setAsks(true) }} /> : null}
            </HStack>
          </Stack>
        </form>
      ) : !asks ? (
        <HStack><Decline ask={() => { setAsks(true) }} /></HStack>
      ) : null}
      {asks ? (
        <Question
          question={t`Decline these terms?`}
          yes={<Trans>Decline terms</Trans>}
          no={<Trans>Not now</Trans>}
          isBusy={decline.isPending}
          confirm={() => {
            after(decline.mutateAsync({ id, version }), () => { toast.success(t`Terms declined`) })
          }}
          leave={() => {
            decline.reset()
            setAsks(false)
          }}
        />
      ) : null}
      <Failure {...failure(decline.error)} />
    </Stack>
  )
}

function Decline({ ask }: { ask: () => void }) {
  return (
    <Button variant="outline" colorPalette="red" onClick={ask}>
      <Trans>Decline terms</Trans>
    </Button>
  )
}
