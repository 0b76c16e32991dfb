import { msg } from '@lingui/core/macro'
import type { Buyer } from '@/entities/buyer/api'
import { labels, type Badged } from '@/lib/codes'
import { dueOnRefused, type EInvoiceFile, type FoundInvoice } from './files'

/** Why an e-invoice cannot be entered, whatever else is told of it. */
type Fault = 'wrong' | 'others' | 'assigned' | 'before' | 'twice' | 'declined'

type Code = Fault | 'buyer' | 'due' | 'ready' | 'waiting' | 'reading' | 'unread' | 'entering' | 'refused' | 'entered'

/** How an e-invoice stands, as its badge says. */
export const standings = labels<Code, Badged>({
  waiting: { label: msg({ message: 'Waiting', context: 'file' }), palette: 'gray' },
  reading: { label: msg`Reading`, palette: 'gray' },
  unread: { label: msg({ message: 'Not read', context: 'file' }), palette: 'red' },
  wrong: { label: msg`Contains errors`, palette: 'red' },
  others: { label: msg`Another seller`, palette: 'red' },
  assigned: { label: msg`Sold already`, palette: 'red' },
  before: { label: msg`Entered before`, palette: 'gray' },
  twice: { label: msg`Listed twice`, palette: 'gray' },
  declined: { label: msg`Buyer declined`, palette: 'red' },
  buyer: { label: msg`Buyer unknown`, palette: 'orange' },
  due: { label: msg`Due date missing`, palette: 'orange' },
  ready: { label: msg`Ready to enter`, palette: 'green' },
  entering: { label: msg`Entering`, palette: 'gray' },
  refused: { label: msg`Not entered`, palette: 'red' },
  entered: { label: msg`Entered`, palette: 'green' },
})

export interface Standing {
  code: Code
  faults: readonly Fault[]
  /** Whether it has to be told whom it is to: also where somebody has told it by now. */
  asksBuyer: boolean
  asksDue: boolean
  /** As it stands on the list. */
  buyer: Buyer | undefined
  /** What is wrong with the day that was typed: it is none, or not after the invoice date. */
  isDayWrong: boolean
  isDayTooEarly: boolean
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Whether it would be due by its invoice date: by hand it is not taken either. */
const isTooEarly = (dueOn: string | null | undefined, issuedOn: string | null | undefined) => Boolean(dueOn && issuedOn && isDay(dueOn) && dueOn <= issuedOn)

const buyerIdOf = ({ found, told }: EInvoiceFile) => found?.buyerId ?? told.buyerId

/** What tells two invoices apart: numbers may begin again each year. */
function nameOf(file: EInvoiceFile): string | null {
  const { found } = file
  if (!found?.number || found.problems.length > 0) return null
  return JSON.stringify([found.number.replace(/\s/g, '').toUpperCase(), found.issuedOn, buyerIdOf(file) || found.buyer.name])
}

const isSecond = (file: EInvoiceFile, files: readonly EInvoiceFile[]) => {
  const name = nameOf(file)
  return name !== null && files.slice(0, files.indexOf(file)).some((other) => nameOf(other) === name)
}

function faultsOf(found: FoundInvoice, isTwice: boolean, buyer: Buyer | undefined): Fault[] {
  const all: [Fault, boolean][] = [
    ['wrong', found.problems.length > 0],
    ['others', !found.isSellers],
    ['assigned', found.isAssigned],
    ['before', found.enteredBefore],
    ['twice', isTwice && !found.enteredBefore],
    ['declined', buyer?.status === 'declined'],
  ]
  // Of what contradicts itself nothing else can be told.
  return all.filter(([, is]) => is).map(([fault]) => fault).slice(0, found.problems.length > 0 ? 1 : undefined)
}

/** How a file stands among the others. */
export function standingOf(file: EInvoiceFile, files: readonly EInvoiceFile[], buyers: readonly Buyer[]): Standing {
  const { step, found, told } = file
  const buyer = buyers.find(({ id }) => id === buyerIdOf(file))
  const isLooked = found !== null && (step === 'read' || step === 'refused')
  const faults = isLooked ? faultsOf(found, isSecond(file, files), buyer) : []
  const isOpen = isLooked && faults.every((fault) => fault === 'declined')
  const asksBuyer = isOpen && !found.buyerId
  const asksDue = isOpen && !found.dueOn
  const rest: Omit<Standing, 'code'> = { faults, asksBuyer, asksDue, buyer, isDayWrong: told.dueOn !== '' && !isDay(told.dueOn), isDayTooEarly: asksDue && isTooEarly(told.dueOn, found.issuedOn) }
  const [first] = faults
  const open = asksBuyer && !told.buyerId ? 'buyer' : asksDue && (!isDay(told.dueOn) || rest.isDayTooEarly) ? 'due' : null
  if (step === 'queued') return { code: 'waiting', ...rest }
  if (step === 'refused') return { code: first ?? (dueOnRefused(file) ? 'due' : 'refused'), ...rest }
  if (step === 'read') return { code: first ?? open ?? 'ready', ...rest }
  return { code: step, ...rest }
}

/** What the amounts of some invoices come to, by currency. */
export function sumsOf(files: readonly EInvoiceFile[]): [currency: string, sum: number][] {
  const sums = new Map<string, number>()
  for (const { found } of files) {
    if (found?.currency && typeof found.face === 'number') sums.set(found.currency, (sums.get(found.currency) ?? 0) + found.face)
  }
  return [...sums].toSorted(([one], [other]) => one.localeCompare(other))
}

/** Those who would also be found on the list once the buyer of one of them is there. */
export function ofSameBuyer(one: EInvoiceFile, files: readonly EInvoiceFile[]): EInvoiceFile[] {
  const same = (first: string | null | undefined, second: string | null | undefined) => Boolean(first) && first === second
  const of = one.found?.buyer
  return files.filter((other) => {
    if (other.id === one.id) return true
    const to = other.found?.buyer
    if (!of || !to || other.step !== 'read' || other.found?.buyerId) return false
    return same(of.name, to.name) || same(of.registrationNumber, to.registrationNumber) || same(of.vatId, to.vatId)
  })
}
