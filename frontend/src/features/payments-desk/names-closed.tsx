import { Text } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Fragment } from 'react'
import type { Receipt } from '@/entities/payment/house'
import { receivablePath } from '@/lib/paths'
import { Notice } from '@/ui/notice'
import { TextLink } from '@/ui/text-link'

type Closed = NonNullable<Receipt['namesClosed']>[number]

/** That a receipt names what takes no more money. */
export function closedText({ number, status }: Closed): string {
  if (status === 'charged_back') return t`Names ${number}, which was charged back`
  if (status === 'written_off') return t`Names ${number}, which was written off`
  return t`Names ${number}, which is already paid`
}

/** Warns that a receipt names what takes no more money, with the way there. */
export function NamesClosed({ receipt: { namesClosed } }: { receipt: Receipt }) {
  const closed = namesClosed ?? []
  if (closed.length === 0) return null
  return (
    <Notice status="warning" title={closed.map(closedText).join('. ')}>
      <Text>
        <Trans>It may be paid twice. Check it before you match another invoice:</Trans>{' '}
        {closed.map(({ id, number }, place) => (
          <Fragment key={id}>
            {place > 0 ? ', ' : null}
            <TextLink to={receivablePath(id)}>{number}</TextLink>
          </Fragment>
        ))}
      </Text>
    </Notice>
  )
}
