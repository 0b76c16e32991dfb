import { Button, Dialog, Portal, Stack, Text } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type ReactNode } from 'react'
import { failure, fieldErrors, outcomeOf } from '@/api/errors'
import type { IdempotencyKey } from '@/api/idempotency-key'
import { text } from '@/lib/i18n'
import { useAskBeforeLeaving } from '@/lib/leaving'
import type { Decision, DecisionFields, DecisionForm } from '@/entities/application/decisions'
import { statusOf } from '@/entities/application/status'
import { Labelled } from '@/ui/fields'
import { Failure } from '@/ui/failure'
import { Notice } from '@/ui/notice'
import { TextArea } from '@/ui/text-area'
import { useDecide, type Case, type Made } from './api'
import { DecisionButton } from './decision-button'
import { noticeText } from './labels'
import { seenNotice, standing } from './to-review'

export interface DialogProps {
  decision: Decision
  found: Case
  /** Whether somebody did something about the case since the dialog was opened. */
  isChanged: boolean
  /** Whether it can still be made. */
  isPossible: boolean
  idempotency: IdempotencyKey<Made>
  failed: (error: unknown) => boolean
  isOpen: boolean
  /** Where the focus goes when the dialog is away. */
  focusAfter: () => HTMLElement | null
  /** Puts it away with what was typed in it. */
  close: () => void
  /** Puts it away for good. */
  end: () => void
}

interface FormProps<F extends DecisionForm> extends DialogProps {
  /** What the decision says besides the note; null while something is missing, which the form then says. */
  fields: () => DecisionFields<F> | null
  children?: ReactNode
}

/** Explains a decision, takes the note and what else its form asks for, and sends it once however often it is tried. */
export function DecisionDialog<F extends DecisionForm>({ decision, found, isChanged, isPossible, idempotency, failed, isOpen, focusAfter, close, end, fields, children }: FormProps<F>) {
  const { t } = useLingui()
  const decide = useDecide(found.id, idempotency)
  // A second click in the same moment, before the button shows that it is busy.
  const isSending = useRef(false)
  const [note, setNote] = useState('')
  useAskBeforeLeaving(isOpen || note.trim() !== '', text(decision.title))
  const company = found.onboarding.form.company.legalName ?? t`The company`
  // It may have been made, and the case may show it already: only sent again as it was does it tell.
  const last = idempotency.unsettled()
  const unsettled = last?.path === decision.path ? last : null
  const filledIn = (): Made | null => {
    const given = fields()
    return given && { path: decision.path, body: { version: found.onboarding.version, note: note.trim() === '' ? null : note, ...given } }
  }
  const status = text(statusOf(found.onboarding.status).label)
  const send = () => {
    const made = unsettled ?? filledIn()
    if (!made || isSending.current) return
    isSending.current = true
    void decide.mutateAsync(made).then(
      () => {
        isSending.current = false
        end()
      },
      (error: unknown) => {
        isSending.current = false
        if (!failed(error)) return
        // The page says so; what was typed is there for another look.
        close()
        decide.reset()
      },
    )
  }
  // The explanation says it already.
  const isExplained = unsettled !== null && outcomeOf(decide.error) === 'unknown'
  const problems = Object.values(fieldErrors(decide.error))
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      open={isOpen}
      placement="center"
      scrollBehavior="inside"
      size="lg"
      finalFocusEl={focusAfter}
      onOpenChange={({ open }) => {
        if (!open) close()
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{text(decision.title)}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body tabIndex={0}>
              <Stack gap="5">
                <Dialog.Description as="div">
                  <Stack gap="3">
                    <Text>{decision.explanation(company)}</Text>
                    {decision.warnsOfOpenWork ? <OpenWork found={found} /> : null}
                  </Stack>
                </Dialog.Description>
                {isChanged && !unsettled && !decide.isPending ? (
                  <Notice status="warning" title={t`This case has changed since you opened this`}>
                    {isPossible ? (
                      <Trans>Current status: {status}. Close this and look at the case again before you decide.</Trans>
                    ) : (
                      <Trans>Current status: {status}. This decision isn’t possible any more.</Trans>
                    )}
                  </Notice>
                ) : null}
                {unsettled ? (
                  <Notice status="warning">
                    <Trans>We don’t know whether your decision was saved. “Try again” sends it unchanged; it can’t count twice.</Trans>
                  </Notice>
                ) : (
                  <>
                    {children}
                    <Labelled label={t`Note to the applicant`} optional help={t`Visible to the applicant.`}>
                      <TextArea
                        rows={3}
                        maxLength={2000}
                        value={note}
                        onChange={(event) => {
                          setNote(event.target.value)
                        }}
                      />
                    </Labelled>
                  </>
                )}
                {decide.isError && !isExplained ? <Failure {...failure(decide.error)} {...(problems.length > 0 ? { sentence: problems.join(' ') } : {})} /> : null}
              </Stack>
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button variant="ghost" onClick={close}>
                <Trans>Cancel</Trans>
              </Button>
              <DecisionButton tone={decision.tone} loading={decide.isPending} disabled={!isPossible && !unsettled} onClick={send}>
                {unsettled ? t`Try again` : text(decision.title)}
              </DecisionButton>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

/** What nobody has looked at or decided on, before it is too late to. */
function OpenWork({ found }: { found: Case }) {
  const { t } = useLingui()
  const { buyers, noticed } = found
  const documents = standing(found)
  const unseen = documents.filter(({ verdict }) => verdict === 'pending').length
  const rejected = documents.filter(({ verdict }) => verdict === 'rejected').length
  const undecided = buyers.filter(({ status }) => status === 'pending').length
  if (unseen + rejected + undecided + noticed.length === 0) return null
  return (
    <Notice status="warning" title={t`Before you approve`}>
      {[
        unseen > 0 ? plural(unseen, { one: '# document hasn’t been reviewed.', other: '# documents haven’t been reviewed.' }) : '',
        rejected > 0 ? plural(rejected, { one: '# document is rejected.', other: '# documents are rejected.' }) : '',
        undecided > 0 ? plural(undecided, { one: '# buyer is undecided.', other: '# buyers are undecided.' }) : '',
      ]
        .filter(Boolean)
        .join(' ')}
      {noticed.length === 0 ? null : (
        <Stack as="ul" gap="1" ps="4" aria-label={t`Noticed automatically`}>
          {noticed.map((notice) => (
            <li key={seenNotice(found, notice)}>{noticeText(notice)}</li>
          ))}
        </Stack>
      )}
    </Notice>
  )
}
