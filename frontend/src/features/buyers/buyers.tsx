import { Button, HStack, Skeleton, Stack, Text, VisuallyHidden } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { BuyerForm, type Unfinished } from '@/entities/buyer/buyer-form'
import { useBuyers, useRemoveBuyer, type Buyer, type NewBuyer } from '@/entities/buyer/api'
import { failure, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { sentenceBeforeAgain, useAgainWhenBack } from '@/api/reconnect'
import { useMe } from '@/entities/user/me'
import { BUYER_DRAFT } from '@/entities/joining/buyer-draft'
import { useKept } from '@/lib/kept'
import { Failure } from '@/ui/failure'
import { Question } from '@/ui/question'
import { BuyerList } from './buyer-list'

interface Opened {
  /** Whose form it is; null for a new buyer's. */
  id: string | null
  /** What was typed while the buyer was being added. */
  typed?: Unfinished
}

/** The list of buyers, adding one, and changing them until they are handed in. */
export function Buyers({ mayAdd, mayEdit = false }: { mayAdd: boolean; mayEdit?: boolean }) {
  const { t } = useLingui()
  const { data: buyers, error } = useBuyers()
  const user = useMe().userDetails?.id
  const [kept, keep] = useKept<Unfinished>(BUYER_DRAFT, user)
  const [opened, setOpened] = useState<Opened | null>(null)
  /** Whose form was closed last. */
  const [closed, setClosed] = useState<Opened | null>(null)
  /** What became of a buyer, for those who do not see the list change. */
  const [news, setNews] = useState('')
  const root = useRef<HTMLDivElement>(null)
  // Outlives the form: a buyer named again after closing it, because nobody knew the outcome, keeps its key.
  const idempotency = useIdempotencyKey<NewBuyer>()
  useEffect(() => {
    // The button is gone, and with it where the keyboard was: it goes back to where the form was opened.
    if (closed) (root.current?.querySelector<HTMLElement>(`[data-opens="${closed.id ?? 'new'}"]`) ?? root.current)?.focus()
  }, [closed])
  const isGone = kept !== null && kept.id !== null && buyers !== undefined && buyers.every(({ id }) => id !== kept.id)
  useEffect(() => {
    // What was typed about a buyer who was taken off the list elsewhere is not lost with it.
    if (isGone) keep((now) => now && { id: null, values: now.values, wasRemoved: true })
  }, [isGone, keep])
  if (!buyers) return error ? <Failure {...failure(error)} /> : <Skeleton height="20" aria-label={t`Loading buyers`} data-loading />
  const isThere = (one: Opened | null) => one !== null && (one.id === null || buyers.some(({ id }) => id === one.id))
  // An unfinished one stands where it was left.
  const open: Opened | null = isThere(opened) ? opened : isThere(kept) ? kept && { id: kept.id } : null
  const show = (next: Opened) => {
    setNews('')
    setOpened(next)
  }
  const form = (buyer: Buyer | null) => {
    const id = buyer?.id ?? null
    const typed = open?.typed ?? (kept?.id === id ? kept : null)
    return (
      <BuyerForm
        key={id}
        buyer={buyer}
        typed={typed}
        wasAdded={open?.typed !== undefined}
        keep={keep}
        begun={() => {
          // From now on it is this form that is open, whatever becomes of what was kept.
          setOpened((now) => now ?? { id })
        }}
        idempotency={idempotency}
        done={(saved) => {
          setNews(!saved ? '' : id === null ? t`Buyer added.` : t`Buyer saved.`)
          setOpened(null)
          setClosed({ id })
        }}
        goOn={(rest) => {
          show({ id: rest.id, typed: rest })
        }}
      />
    )
  }
  return (
    <Stack gap="4" id="buyers" ref={root} tabIndex={-1} outline="none">
      {buyers.length === 0 ? (
        <Text color="fg.muted">{mayAdd ? t`No buyers yet. Add the companies that you invoice.` : t`No buyers were added.`}</Text>
      ) : (
        <BuyerList
          buyers={buyers}
          actions={(buyer) => {
            if (!mayEdit) return null
            if (open?.id === buyer.id) return form(buyer)
            return (
              <Actions
                buyer={buyer}
                edit={() => {
                  show({ id: buyer.id })
                }}
                removed={() => {
                  setNews(t`Buyer removed.`)
                  root.current?.focus()
                }}
                isBusy={open !== null}
              />
            )
          }}
        />
      )}
      {mayAdd && open?.id === null ? form(null) : null}
      {mayAdd && !open ? (
        <Button
          variant="outline"
          alignSelf="flex-start"
          data-opens="new"
          onClick={() => {
            show({ id: null })
          }}
        >
          {buyers.length === 0 ? t`Add a buyer` : t`Add another buyer`}
        </Button>
      ) : null}
      <VisuallyHidden role="status">{news}</VisuallyHidden>
    </Stack>
  )
}

interface ActionsProps {
  buyer: Buyer
  edit: () => void
  removed: () => void
  /** Whether a form is open. */
  isBusy: boolean
}

/** Changing a buyer and taking it off the list, which asks first. */
function Actions({ buyer: { id, legalName }, edit, removed, isBusy }: ActionsProps) {
  const { t } = useLingui()
  const { mutateAsync, reset, error, isPending } = useRemoveBuyer()
  const [asks, setAsks] = useState(false)
  const [hasAsked, setHasAsked] = useState(false)
  const remove = async () => {
    try {
      await mutateAsync(id)
    } catch {
      // It stands beneath.
      return
    }
    removed()
  }
  useAgainWhenBack(error, () => void remove())
  return (
    <Stack gap="2">
      {asks ? (
        <Question
          key="asks"
          question={t`Remove ${legalName}?`}
          yes={<Trans>Remove</Trans>}
          no={<Trans>Keep</Trans>}
          size="sm"
          isBusy={isPending}
          confirm={() => void remove()}
          leave={() => {
            // What got no answer is not tried again.
            reset()
            setAsks(false)
            setHasAsked(true)
          }}
        />
      ) : (
        <HStack key="actions">
          {isBusy ? null : (
            <Button size="sm" variant="outline" data-opens={id} aria-label={t`Edit ${legalName}`} onClick={edit}>
              <Trans>Edit</Trans>
            </Button>
          )}
          <Button
            size="sm"
            variant="ghost"
            aria-label={t`Remove ${legalName}`}
            autoFocus={hasAsked}
            onClick={() => {
              setAsks(true)
            }}
          >
            <Trans>Remove</Trans>
          </Button>
        </HStack>
      )}
      {error ? <Failure sentence={sentenceBeforeAgain(error)} until={retryAt(error)} /> : null}
    </Stack>
  )
}
