import { Box, Button, Grid, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { retryAt } from '@/api/errors'
import { useAgainWhenBack } from '@/api/reconnect'
import { Failure } from '@/ui/failure'
import { MainAction } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { Section } from '@/ui/page'
import { StickyActions } from '@/ui/sticky-actions'
import { useDiscard } from '@/ui/use-discard'
import type { HouseSettings } from './api'
import { showRefused, useIsKept, type Part, type PartForm } from './use-part'

interface ShownPartProps {
  part: Part
  title: ReactNode
  lead: ReactNode
  /** Whether whoever looks may change it now. */
  mayChange: boolean
  /** What the button says that begins it. */
  change: ReactNode
  facts: ReactNode
  form: (leave: () => void) => ReactNode
}

/** A part of the settings as it is, or in its form. */
export function ShownPart({ part, title, lead, mayChange, change, facts, form }: ShownPartProps) {
  // What was typed at an earlier visit is gone on with.
  const [isEditing, setEditing] = useState(useIsKept(part))
  // Whoever is done, or changed their mind, finds the focus where it was.
  const [wasLeft, setLeft] = useState(false)
  const isOpen = isEditing && mayChange
  return (
    <Section
      title={title}
      lead={lead}
      actions={
        mayChange && !isOpen ? (
          <Button
            autoFocus={wasLeft}
            variant="outline"
            onClick={() => {
              setEditing(true)
            }}
          >
            {change}
          </Button>
        ) : null
      }
    >
      {isOpen
        ? form(() => {
            setEditing(false)
            setLeft(true)
          })
        : facts}
    </Section>
  )
}

interface EditedPartProps<Values extends FieldValues> {
  label: string
  edited: PartForm<Values>
  /** How the last attempt ended. */
  error: unknown
  /** Sends what was typed; answers whether it is done. */
  save: (values: Values) => Promise<boolean>
  leave: () => void
  /** What is set, as it is read. */
  factsOf: (settings: HouseSettings) => ReactNode
  action: ReactNode
  children: ReactNode
}

/** The form of a part, with what a colleague made of it meanwhile. */
export function EditedPart<Values extends FieldValues>({ label, edited, error, save, leave, factsOf, action, children }: EditedPartProps<Values>) {
  const { t } = useLingui()
  const { form, seen, isStale, isKept, forget } = edited
  const { errors, isSubmitting } = form.formState
  const end = () => {
    forget()
    leave()
  }
  const submit = form.handleSubmit(async (values) => {
    try {
      if (await save(values)) end()
    } catch (failed) {
      showRefused(failed, form)
    }
  })
  useAgainWhenBack(error, () => void submit())
  const discard = useDiscard(isKept, end)
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label={label}>
      <Stack gap="6">
        {isStale ? (
          <Notice status="warning" title={t`A colleague changed this in the meantime`}>
            <Stack gap="2">
              <Text>
                <Trans>This is saved now:</Trans>
              </Text>
              {factsOf(seen)}
              <Text>
                <Trans>Check what you entered. Saving again replaces what is saved.</Trans>
              </Text>
            </Stack>
          </Notice>
        ) : null}
        {children}
        <Failure sentence={errors.root?.message} until={retryAt(error)} />
        <StickyActions>
          <Button variant="ghost" onClick={discard.cancel}>
            <Trans>Cancel</Trans>
          </Button>
          <MainAction type="submit" loading={isSubmitting} loadingText={t`Saving`}>
            {action}
          </MainAction>
        </StickyActions>
        {discard.hint}
        {discard.question}
      </Stack>
    </form>
  )
}

/** What is set, under its names. */
export function Facts({ rows }: { rows: readonly { id: string; label: string; value: ReactNode }[] }) {
  return (
    <Stack as="dl" gap="2">
      {rows.map(({ id, label, value }) => (
        <Grid key={id} templateColumns={{ base: 'minmax(0, 1fr)', sm: '12rem minmax(0, 1fr)' }} columnGap="4" rowGap="0.5" alignItems="baseline">
          <Text as="dt" textStyle="label" color="fg.muted">
            {label}
          </Text>
          <Box as="dd" minW="0" overflowWrap="anywhere">
            {value}
          </Box>
        </Grid>
      ))}
    </Stack>
  )
}
