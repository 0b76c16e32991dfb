import { Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useIdempotencyKey } from '@/api/idempotency-key'
import type { Buyer, NewBuyer } from '@/entities/buyer/api'
import { BuyerForm, type BuyerValues } from '@/entities/buyer/buyer-form'
import { WhoCan } from '@/entities/team/who-can'
import { countryCodes } from '@/lib/countries'
import { currencyOptions } from '@/lib/money'
import { Labelled } from '@/ui/fields'
import { Select } from '@/ui/select-field'
import { useEInvoices, type EInvoiceFile, type FoundInvoice } from './files'

interface AskBuyerProps {
  file: EInvoiceFile
  found: FoundInvoice
  buyers: readonly Buyer[]
  /** Whether buyers can be added now. */
  mayAdd: boolean
  /** The buyer is on the list from now on. */
  added: (buyer: string) => void
}

/** Who an invoice is to whose buyer was not found on the list: one that is there under another name or number, or a new one. */
export function AskBuyer({ file, found, buyers, mayAdd, added }: AskBuyerProps) {
  const { t } = useLingui()
  const { tell, keepTyped } = useEInvoices()
  const { id, told, typed } = file
  const [isOpen, setOpen] = useState(typed !== null)
  const [wasOpen, setWasOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  // Outlives the form: a buyer named again after closing it, because nobody knew the outcome, keeps its key.
  const idempotency = useIdempotencyKey<NewBuyer>()
  useEffect(() => {
    if (wasOpen && !isOpen) opener.current?.focus()
  }, [wasOpen, isOpen])
  const name = found.buyer.name ?? ''
  const close = (buyer: string | null) => {
    setWasOpen(buyer === null)
    setOpen(false)
    if (buyer) added(buyer)
  }
  return (
    <Stack gap="3">
      {told.buyerId ? null : (
        <Text overflowWrap="anywhere">
          <Trans>{name} isn’t on your list of buyers.</Trans>
        </Text>
      )}
      {buyers.length > 0 ? (
        <Labelled label={t`Is it one of your buyers?`}>
          <Select
            options={buyers.map(({ id: value, legalName }) => ({ value, label: legalName }))}
            placeholder={t`Choose`}
            value={told.buyerId}
            onChange={({ target }) => {
              tell(id, { buyerId: target.value })
            }}
          />
        </Labelled>
      ) : null}
      {told.buyerId && !isOpen ? null : !mayAdd ? (
        <WhoCan right="name_buyers" />
      ) : isOpen ? (
        <BuyerForm
          buyer={null}
          known={knownOf(found)}
          typed={typed}
          wasAdded={false}
          keep={(next) => {
            keepTyped(id, next)
          }}
          begun={() => undefined}
          idempotency={idempotency}
          done={(saved) => {
            close(saved?.id ?? null)
          }}
          goOn={(rest) => {
            close(rest.id)
          }}
        />
      ) : (
        <HStack>
          <Button
            ref={opener}
            size="sm"
            variant="outline"
            aria-label={t`Add buyer: ${name}`}
            onClick={() => {
              setOpen(true)
            }}
          >
            <Trans>Add buyer</Trans>
          </Button>
        </HStack>
      )}
    </Stack>
  )
}

const DAY_MS = 86_400_000
const MOST_DAYS = 365

/** What an invoice tells of its buyer. */
function knownOf({ buyer, currency, issuedOn, dueOn }: FoundInvoice): Partial<BuyerValues> {
  const days = issuedOn && dueOn ? (Date.parse(dueOn) - Date.parse(issuedOn)) / DAY_MS : 0
  return {
    legalName: buyer.name ?? '',
    country: countryCodes.includes(buyer.country ?? '') ? (buyer.country ?? '') : '',
    registrationNumber: buyer.registrationNumber ?? buyer.vatId ?? '',
    contactName: buyer.contactName ?? '',
    contactEmail: buyer.contactEmail ?? '',
    ...(currencyOptions.some(({ value }) => value === currency) && currency ? { currency } : {}),
    ...(days >= 1 && days <= MOST_DAYS ? { paymentTermsDays: String(days) } : {}),
  }
}
