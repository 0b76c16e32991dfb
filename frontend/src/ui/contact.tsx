import { Link } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { config } from '@/lib/config'

/** The words of a sentence that lead to the house: “contact us” is a way, not advice. Without words it is the address itself. */
export function Contact({ children }: { children?: ReactNode }) {
  const { supportEmail } = config().house
  return (
    <Link href={`mailto:${supportEmail}`} variant="underline" color="inherit">
      {children ?? supportEmail}
    </Link>
  )
}

/** The house’s phone, as one that can be called. */
export function Phone() {
  const { phone } = config().house
  return phone ? <Link href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} variant="underline" color="inherit">{phone}</Link> : null
}

/** A sentence with the address of the house in it, which leads there. */
export function WithContact({ children: sentence }: { children: string }) {
  const { supportEmail } = config().house
  const [before = '', ...after] = sentence.split(supportEmail)
  return after.length > 0 ? <>{before}<Contact />{after.join(supportEmail)}</> : sentence
}
