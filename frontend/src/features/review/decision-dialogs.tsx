import { Button, CheckboxGroup, Dialog, Fieldset, Portal, Stack, Text, Textarea } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { plural, t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { Schemas } from '@/api/client'
import { fieldErrors, sentence } from '@/api/errors'
import { text } from '@/lib/i18n'
import { useIdempotencyKey } from '@/lib/idempotency-key'
import { choices, documentKinds, reasons as reasonTexts } from '@/lib/labels'
import { Check } from '@/ui/check'
import { Labelled } from '@/ui/fields'
import { Notice } from '@/ui/notice'
import { toast } from '@/ui/toasts'
import { useDecide, type Case, type Decision } from './api'

interface DialogProps {
  found: Case
  failed: (error: unknown) => boolean
  close: () => void
}

interface FrameProps extends DialogProps {
  title: string
  /** What will happen, before it does. */
  explanation: ReactNode
  button: string
  done: string
  /** The decision as it stands in the dialog; null while something is missing, which the dialog then says. */
  decision: (note: string | null) => Decision | null
  children?: ReactNode
}

/** Explains a decision, takes the note, and sends it once however often it is tried. */
function Frame({ found, failed, close, title, explanation, button, done, decision, children }: FrameProps) {
  const { t } = useLingui()
  const decide = useDecide(found.id)
  const key = useIdempotencyKey()
  const [note, setNote] = useState('')
  const send = () => {
    const made = decision(note.trim() === '' ? null : note)
    if (!made) return
    decide.mutate(
      { decision: made, key: key(made) },
      {
        onSuccess: () => {
          toast.success(done)
          close()
        },
        onError: (error) => {
          if (failed(error)) close()
        },
      },
    )
  }
  const problems = Object.values(fieldErrors(decide.error))
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      open
      placement="center"
      scrollBehavior="inside"
      size="lg"
      onOpenChange={({ open }) => {
        if (!open) close()
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body tabIndex={0}>
              <Stack gap="5">
                <Dialog.Description as="div">{explanation}</Dialog.Description>
                {children}
                <Labelled label={t`Note to the applicant`} optional help={t`It stands in the history, which the applicant sees.`}>
                  <Textarea
                    rows={3}
                    maxLength={2000}
                    value={note}
                    onChange={(event) => {
                      setNote(event.target.value)
                    }}
                  />
                </Labelled>
                {decide.isError ? <Notice status="error">{problems.length > 0 ? problems.join(' ') : sentence(decide.error)}</Notice> : null}
              </Stack>
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button variant="ghost" onClick={close}>
                <Trans>Cancel</Trans>
              </Button>
              <Button loading={decide.isPending} onClick={send}>
                {button}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

const company = (found: Case) => found.onboarding.form.company.legalName ?? t`The company`

export function ApproveDialog(props: DialogProps) {
  const { t } = useLingui()
  const { found } = props
  const { documents, version } = found.onboarding
  const unseen = documents.filter(({ verdict }) => verdict === 'pending').length
  const rejected = documents.filter(({ verdict }) => verdict === 'rejected').length
  const undecided = found.buyers.filter(({ status }) => status === 'pending').length
  return (
    <Frame
      {...props}
      title={t`Approve the application`}
      explanation={
        <Stack gap="3">
          <Text><Trans>{company(found)} can use all features at once, and is told by mail. Documents can be asked for again later.</Trans></Text>
          {unseen + rejected + undecided > 0 ? (
            <Notice status="warning" title={t`Before you do`}>
              {[
                unseen > 0 ? plural(unseen, { one: '# document was not looked at.', other: '# documents were not looked at.' }) : '',
                rejected > 0 ? plural(rejected, { one: '# document is rejected.', other: '# documents are rejected.' }) : '',
                undecided > 0 ? plural(undecided, { one: '# buyer is not decided on.', other: '# buyers are not decided on.' }) : '',
              ]
                .filter(Boolean)
                .join(' ')}
            </Notice>
          ) : null}
        </Stack>
      }
      button={t`Approve`}
      done={t`The application is approved.`}
      decision={(note) => ({ action: 'approve', body: { version, note } })}
    />
  )
}

export function DisapproveDialog(props: DialogProps) {
  const { t } = useLingui()
  const { version } = props.found.onboarding
  const [chosen, setChosen] = useState<string[]>([])
  const [problem, setProblem] = useState<string | undefined>()
  return (
    <Frame
      {...props}
      title={t`Disapprove the application`}
      explanation={t`${company(props.found)} cannot use the product, and is told by mail to contact support. You can reopen the application later.`}
      button={t`Disapprove`}
      done={t`The application is disapproved.`}
      decision={(note) => {
        if (chosen.length === 0) {
          setProblem(t`Choose at least one reason.`)
          return null
        }
        return { action: 'disapprove', body: { version, note, reasons: chosen as Schemas['DisapprovalReason'][] } }
      }}
    >
      <Fieldset.Root invalid={Boolean(problem)}>
        <Fieldset.Legend><Trans>Why</Trans></Fieldset.Legend>
        <Fieldset.HelperText color="fg.muted"><Trans>The applicant reads the reasons, but is never told of a suspicion of crime.</Trans></Fieldset.HelperText>
        <CheckboxGroup
          value={chosen}
          onValueChange={(value) => {
            setChosen(value)
            setProblem(undefined)
          }}
        >
          <Stack gap="3">
            {choices(reasonTexts).map(({ value, label }) => (
              <Check key={value} value={value} label={label} />
            ))}
          </Stack>
        </CheckboxGroup>
        <Fieldset.ErrorText role="alert">{problem}</Fieldset.ErrorText>
      </Fieldset.Root>
    </Frame>
  )
}

/** The reasons of documents that were rejected, to begin with. */
function rejections(found: Case): Record<string, string> {
  const rejected = found.onboarding.documents.filter(({ verdict, verdictReason }) => verdict === 'rejected' && verdictReason)
  return Object.fromEntries(rejected.map(({ kind, verdictReason }) => [kind, verdictReason ?? '']))
}

export function DocumentsDialog({ action, ...props }: DialogProps & { action: 'request_documents' | 'reopen' }) {
  const { t } = useLingui()
  const { version } = props.found.onboarding
  const [wanted, setWanted] = useState(() => rejections(props.found))
  const [problems, setProblems] = useState<Record<string, string>>({})
  const reopening = action === 'reopen'
  const decision = (note: string | null): Decision | null => {
    const missing = Object.entries(wanted).filter(([, reason]) => reason.trim() === '')
    if (missing.length > 0 || (!reopening && Object.keys(wanted).length === 0)) {
      setProblems(missing.length > 0 ? Object.fromEntries(missing.map(([kind]) => [kind, t`Say why; the applicant reads it.`])) : { all: t`Choose at least one document.` })
      return null
    }
    const documents = Object.entries(wanted).map(([kind, reason]) => ({ kind: kind as Schemas['DocumentKind'], reason }))
    return reopening ? { action: 'reopen', body: { version, note, documents } } : { action: 'request-documents', body: { version, note, documents } }
  }
  return (
    <Frame
      {...props}
      title={reopening ? t`Reopen the application` : t`Ask for documents`}
      explanation={
        reopening
          ? t`${company(props.found)} can submit the application again, and is told by mail. Choose documents to ask for at once; without any it can be submitted as it is.`
          : t`${company(props.found)} can upload what you choose here and nothing else, and is told by mail. The application comes back to you when everything is there.`
      }
      button={reopening ? t`Reopen` : t`Ask for them`}
      done={reopening ? t`The application is reopened.` : t`The applicant is asked for documents.`}
      decision={decision}
    >
      <Fieldset.Root invalid={Boolean(problems['all'])}>
        <Fieldset.Legend><Trans>Which, and why</Trans></Fieldset.Legend>
        <CheckboxGroup
          value={Object.keys(wanted)}
          onValueChange={(kinds) => {
            setWanted(Object.fromEntries(kinds.map((kind) => [kind, wanted[kind] ?? ''])))
            setProblems({})
          }}
        >
          <Stack gap="4">
            {(Object.keys(documentKinds) as Schemas['DocumentKind'][]).map((kind) => (
              <Stack key={kind} gap="2">
                <Check value={kind} label={text(documentKinds[kind].title)} />
                {wanted[kind] === undefined ? null : (
                  <Labelled label={t`Why: ${text(documentKinds[kind].title)}`} error={problems[kind]}>
                    <Textarea
                      rows={2}
                      maxLength={2000}
                      value={wanted[kind]}
                      onChange={(event) => {
                        setWanted({ ...wanted, [kind]: event.target.value })
                        setProblems({})
                      }}
                    />
                  </Labelled>
                )}
              </Stack>
            ))}
          </Stack>
        </CheckboxGroup>
        <Fieldset.ErrorText role="alert">{problems['all']}</Fieldset.ErrorText>
      </Fieldset.Root>
    </Frame>
  )
}
