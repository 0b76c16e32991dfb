import { Box, Button, HStack, Stack, Text, VisuallyHidden } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { filtersOf, isBuiltIn, LONGEST_NAME, MOST_VIEWS, suggestName, viewPath, wrongName, type View, type Views } from '@/entities/application/views'
import { Labelled } from '@/ui/fields'
import { Input } from '@/ui/input'
import { LinkButton } from '@/ui/link-button'
import { Notice } from '@/ui/notice'
import { Undo, useRemoval } from '@/ui/undo'

/** The views where no rail shows them: in one row, however many they are. */
export function SavedLinks({ views, open }: { views: View[]; open: View | undefined }) {
  const { t } = useLingui()
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [open?.id])
  if (views.length === 0) return null
  return (
    <Box as="nav" aria-label={t`Saved views`} hideFrom="lg">
      <Text textStyle="label" color="fg.muted" mb="1" aria-hidden>
        <Trans>Saved views</Trans>
      </Text>
      {/* Room for the ring of what is focused. */}
      <HStack ref={row} gap="2" overflowX="auto" p="1" m="-1" scrollPaddingInline="4">
        {views.map((view) => (
          <LinkButton key={view.id} to={viewPath(view)} size="sm" flexShrink="0" maxW="85%" variant={view === open ? 'solid' : 'outline'} aria-current={view === open ? 'page' : undefined}>
            <Box as="span" truncate title={view.name}>
              {view.name}
            </Box>
          </LinkButton>
        ))}
      </HStack>
    </Box>
  )
}

interface SavedViewProps {
  views: Views
  /** The saved view one is looking at. */
  open: View | undefined
  query: URLSearchParams
  /** What the filters say, the most important first. */
  said: string[]
  /** What no view can be called: these stand there already. */
  builtInNames: string[]
}

interface Parts {
  /** Beside the title: what can be done with the open view, or taken back. */
  actions: ReactNode
  /** Beside the filters: what saves them. */
  saving: ReactNode
}

/** Saves the filters one looks through as a view; renames and removes the view they are. */
export function useSavedView({ views, open, query, said, builtInNames }: SavedViewProps): Parts {
  const { t } = useLingui()
  const filters = filtersOf(query)
  /** What is being done, and about which filters: with others it is over. */
  const [doing, setDoing] = useState<{ what: 'save' | 'rename' | 'full'; filters: string } | null>(null)
  const [removed, setRemoved] = useState<{ view: View; place: number; filters: string } | null>(null)
  const [isUnkept, setUnkept] = useState(false)
  const [told, setTold] = useState('')
  const head = useRef<HTMLDivElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  /** Which button gets the focus, once the one that had it is gone. */
  const [focus, setFocus] = useState<{ on: 'first' | 'last' } | null>(null)
  useEffect(() => {
    if (!focus) return
    const buttons = [head, foot].flatMap(({ current }) => [...(current?.querySelectorAll('button') ?? [])])
    buttons[focus.on === 'first' ? 0 : buttons.length - 1]?.focus()
  }, [focus])
  const removal = useRemoval(() => {
    if (head.current?.contains(document.activeElement)) setFocus({ on: 'first' })
  })
  const now = doing?.filters === filters ? doing.what : null
  const canUndo = removal.isOpen && removed?.filters === filters && !open
  const finish = (isKept: boolean, what: string) => {
    setFocus({ on: 'first' })
    setDoing(null)
    setUnkept(!isKept)
    setTold(what)
  }
  const leave = () => {
    setFocus({ on: 'first' })
    setDoing(null)
  }
  const taken = [...builtInNames, ...views.all.filter((view) => view !== open).map(({ name }) => name)]
  const most = MOST_VIEWS
  const full = views.all.length >= most ? t`You’ve saved ${most} views, the most there can be. Remove one to save another.` : undefined
  const actions = () => {
    if (canUndo) {
      const { view, place } = removed
      const { name } = view
      return (
        <Undo
          said={t`${name} removed.`}
          label={t`Undo: keep ${name}`}
          undo={() => {
            removal.undo()
            setUnkept(!views.putBack(view, place))
            setFocus({ on: 'last' })
          }}
        />
      )
    }
    if (!open) return null
    const { name } = open
    if (now === 'rename') {
      return (
        <NameForm
          label={t`New name of the view`}
          first={name}
          taken={taken}
          action={t`Rename`}
          leave={leave}
          save={(next) => {
            finish(views.rename(open, next), t`View renamed.`)
          }}
        />
      )
    }
    return (
      <HStack gap="2">
        <Button
          size="sm"
          variant="outline"
          aria-label={t`Rename ${name}`}
          onClick={() => {
            setDoing({ what: 'rename', filters })
          }}
        >
          <Trans>Rename</Trans>
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-label={t`Remove ${name}`}
          onClick={() => {
            setRemoved({ view: open, place: views.all.indexOf(open), filters })
            setUnkept(!views.remove(open))
            setTold('')
            removal.begin()
          }}
        >
          <Trans>Remove</Trans>
        </Button>
      </HStack>
    )
  }
  const saving = () => {
    if (open || canUndo || isBuiltIn(query)) return null
    if (now === 'save') {
      return (
        <NameForm
          label={t`Name of the view`}
          first={suggestName(said, taken)}
          taken={taken}
          wrong={full}
          action={t`Save view`}
          leave={leave}
          save={(name) => {
            finish(views.save(name, query), t`View saved.`)
          }}
        />
      )
    }
    return (
      // In the middle of the field beside it, which has a label above.
      <Stack pt={{ base: '0', md: '1.875rem' }} gap="1" align={{ base: 'flex-start', md: 'flex-end' }} maxW="18rem">
        <Button
          size="sm"
          variant="outline"
          onClick={() => {
            setDoing({ what: full ? 'full' : 'save', filters })
          }}
        >
          <Trans>Save view</Trans>
        </Button>
        <Text role="status" textStyle="label" color="fg.muted" textAlign={{ md: 'end' }}>
          {now === 'full' ? full : null}
        </Text>
      </Stack>
    )
  }
  const [shown, asked] = [actions(), saving()]
  return {
    actions: shown ? (
      <Box ref={head} minW="0" maxW="full" flex={now === 'rename' ? '1 1 32rem' : undefined}>
        {shown}
      </Box>
    ) : null,
    saving: (
      <>
        {asked ? (
          <Box ref={foot} minW="0" maxW="full" flex={now === 'save' ? '1 1 32rem' : undefined}>
            {asked}
          </Box>
        ) : null}
        <VisuallyHidden role="status">{told}</VisuallyHidden>
        {isUnkept ? (
          <Box w="full">
            <Notice status="warning">
              <Trans>Your browser couldn’t save this. The change holds until you close or reload the page.</Trans>
            </Notice>
          </Box>
        ) : null}
      </>
    ),
  }
}

interface NameFormProps {
  label: string
  first: string
  taken: string[]
  /** Why no name would do. */
  wrong?: string | undefined
  action: string
  save: (name: string) => void
  leave: () => void
}

/** Asks for a name in place. Enter saves it, Escape leaves. */
function NameForm({ label, first, taken, wrong, action, save, leave }: NameFormProps) {
  const { t } = useLingui()
  const [name, setName] = useState(first)
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const max = LONGEST_NAME
  const sentences = { blank: t`Enter a name.`, long: t`Use at most ${max} characters.`, taken: t`Another view has this name. Enter a different one.` }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const found = wrongName(name, taken)
        if (!wrong && !found) {
          save(name)
          return
        }
        setError(wrong ?? (found ? sentences[found] : undefined))
        field.current?.focus()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        leave()
      }}
    >
      <Labelled label={label} error={error}>
        <HStack w="full" wrap="wrap">
          <Input
            ref={field}
            flex="1 1 14rem"
            w="auto"
            minW="0"
            autoFocus
            autoComplete="off"
            value={name}
            onFocus={(event) => {
              event.target.select()
            }}
            onChange={(event) => {
              setName(event.target.value)
              setError(undefined)
            }}
          />
          <Button type="submit" variant="outline">
            {action}
          </Button>
          <Button variant="ghost" onClick={leave}>
            <Trans>Cancel</Trans>
          </Button>
        </HStack>
      </Labelled>
    </form>
  )
}
