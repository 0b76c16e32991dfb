/** The house's bank: it reads what it is ordered, and tells what it booked as `camt.053`. */

const IBAN = 'DE89370400440532013000'

/** A line of its statement: amounts in cents, below zero where money went out. */
export interface Line {
  amount: number
  endToEnd?: string
  name?: string
  text?: string
}

const between = (text: string, from: string, to: string) => text.split(from)[1]?.split(to)[0] ?? ''

/** The transfers of a `pain.001`, as the bank carries them out. */
export const carriedOut = (order: string): Line[] =>
  order
    .split('<CdtTrfTxInf>')
    .slice(1)
    .map((transfer) => ({ amount: -Number(between(transfer, '<InstdAmt Ccy="EUR">', '<').replace('.', '')), endToEnd: between(transfer, '<EndToEndId>', '<') }))

const amount = (cents: number) => `<Amt Ccy="EUR">${(Math.abs(cents) / 100).toFixed(2)}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
const balance = (code: string, on: string, cents: number) => `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(cents)}<Dt><Dt>${on}</Dt></Dt></Bal>`

/** What it booked on a day, from what was on the account before. */
export function statement(on: string, opening: number, lines: Line[]): string {
  const entries = lines.map(({ amount: cents, endToEnd = 'NOTPROVIDED', name, text }, place) => {
    const side = cents < 0 ? 'Cdtr' : 'Dbtr'
    const party = name ? `<RltdPties><${side}><Pty><Nm>${name}</Nm></Pty></${side}></RltdPties>` : ''
    const details = `<TxDtls><Refs><EndToEndId>${endToEnd}</EndToEndId></Refs>${party}<RmtInf><Ustrd>${text ?? ''}</Ustrd></RmtInf></TxDtls>`
    return `<Ntry>${amount(cents)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${on}</Dt></BookgDt><ValDt><Dt>${on}</Dt></ValDt><AcctSvcrRef>${on}-${place}</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry>`
  })
  const closing = lines.reduce((sum, line) => sum + line.amount, opening)
  const account = `<Acct><Id><IBAN>${IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>`
  const all = `<Stmt><Id>${on}</Id>${account}${balance('OPBD', on, opening)}${balance('CLBD', on, closing)}${entries.join('\n')}</Stmt>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>${all}</BkToCstmrStmt></Document>`
}
