import { Stack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ComponentType } from 'react'
import type { Schemas } from '@/api/client'
import { documentKinds } from '@/entities/document/kinds'
import { reasons as reasonTexts } from '@/entities/application/reasons'
import type { DecisionForm } from '@/entities/application/decisions'
import { Check, CheckGroup } from '@/ui/check'
import { Labelled } from '@/ui/fields'
import { TextArea } from '@/ui/text-area'
import type { Case } from './api'
import { DecisionDialog, type DialogProps } from './decision-dialog'

function NoteDialog(props: DialogProps) {
  return <DecisionDialog<'note'> {...props} fields={() => ({})} />
}

function ReasonsDialog(props: DialogProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<string[]>([])
  const [problem, setProblem] = useState<string | undefined>()
  return (
    <DecisionDialog<'reasons'>
      {...props}
      fields={() => {
        if (chosen.length > 0) return { reasons: chosen as Schemas['DisapprovalReason'][] }
        setProblem(t`Choose at least one reason.`)
        return null
      }}
    >
      <CheckGroup
        legend={<Trans>Reasons</Trans>}
        help={<Trans>The applicant sees these reasons, except “Sanctions” and “Fraud is suspected”.</Trans>}
        error={problem}
        isAlert
        value={chosen}
        onChange={(value) => {
          setChosen(value)
          setProblem(undefined)
        }}
      >
        <Stack gap="3">
          {reasonTexts.options().map(({ value, label }) => (
            <Check key={value} value={value} label={label} />
          ))}
        </Stack>
      </CheckGroup>
    </DecisionDialog>
  )
}

/** The reasons of documents that were rejected and not replaced since, to begin with. */
function rejections(found: Case): Record<string, string> {
  const rejected = found.onboarding.documents.filter(({ verdict, verdictReason, replacedAt }) => verdict === 'rejected' && verdictReason && !replacedAt)
  return Object.fromEntries(rejected.map(({ kind, verdictReason }) => [kind, verdictReason ?? '']))
}

function DocumentsDialog(props: DialogProps) {
  const { t } = useLingui()
  /** What was typed or ticked, by kind; null where the tick was taken away. */
  const [edits, setEdits] = useState<Record<string, string | null>>({})
  // What is rejected while the dialog is away is asked for as well.
  const all = Object.entries({ ...rejections(props.found), ...edits })
  const wanted = Object.fromEntries(all.flatMap(([kind, reason]) => (reason === null ? [] : [[kind, reason] as const])))
  // With those a newer server knows: what is sent is seen.
  const kinds = [...new Set([...documentKinds.codes, ...all.map(([kind]) => kind)])]
  const [problems, setProblems] = useState<Record<string, string>>({})
  const fields = () => {
    const missing = Object.entries(wanted).filter(([, reason]) => reason.trim() === '')
    const tooFew = props.decision.form === 'documents' && Object.keys(wanted).length === 0
    if (missing.length > 0 || tooFew) {
      setProblems(tooFew ? { all: t`Choose at least one document.` } : Object.fromEntries(missing.map(([kind]) => [kind, t`Enter a reason. The applicant will see it.`])))
      return null
    }
    return { documents: Object.entries(wanted).map(([kind, reason]) => ({ kind: kind as Schemas['DocumentKind'], reason })) }
  }
  return (
    <DecisionDialog<'documents'> {...props} fields={fields}>
      <CheckGroup
        legend={<Trans>Documents and reasons</Trans>}
        error={problems['all']}
        isAlert
        value={Object.keys(wanted)}
        onChange={(ticked) => {
          const changed = kinds.filter((kind) => ticked.includes(kind) !== (wanted[kind] !== undefined))
          setEdits({ ...edits, ...Object.fromEntries(changed.map((kind) => [kind, ticked.includes(kind) ? '' : null])) })
          setProblems({})
        }}
      >
        <Stack gap="4">
          {kinds.map((kind) => (
            <Stack key={kind} gap="2">
              <Check value={kind} label={documentKinds.labelOf(kind)} />
              {wanted[kind] === undefined ? null : (
                <Labelled label={t`Reason: ${documentKinds.labelOf(kind)}`} error={problems[kind]}>
                  <TextArea
                    rows={2}
                    maxLength={2000}
                    value={wanted[kind]}
                    onChange={(event) => {
                      setEdits({ ...edits, [kind]: event.target.value })
                      setProblems({})
                    }}
                  />
                </Labelled>
              )}
            </Stack>
          ))}
        </Stack>
      </CheckGroup>
    </DecisionDialog>
  )
}

/** The dialog of each form a decision can have. */
export const decisionDialogs: Record<DecisionForm, ComponentType<DialogProps>> = {
  note: NoteDialog,
  reasons: ReasonsDialog,
  documents: DocumentsDialog,
  optional_documents: DocumentsDialog,
}
