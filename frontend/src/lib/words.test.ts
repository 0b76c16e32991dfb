import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Texts as the catalogue keeps them: the English of the source, and its German. */
const catalogue = readFileSync(join(import.meta.dirname, '../locales/de.po'), 'utf8')
  .split('\n\n')
  .flatMap((entry) => {
    const [, id, german] = /^msgid "(.*)"\nmsgstr "(.*)"/m.exec(entry) ?? []
    return id && german !== undefined ? [{ id, german }] : []
  })

/** What the customer's specification fixes to the letter. */
const fixed = [
  'Onboarding not yet completed',
  'Form not filled; complete it to get started with factoring and reverse-factoring',
  'Documents verification pending',
  'Wait for further instructions',
  'Onboarding approved',
  'All features usable',
  'Onboarding disapproved',
  'Contact support',
  'Docs are missing',
  'Provide missing documents',
  'Welcome back! {name}',
  'Wrong credentials',
  'Invalid user email or password!',
  'Error occurred! Try again later',
  'OTP has been sent to {phone}',
  'Phone number verified successfully!',
  'Verification mail set to {email}',
  'Something went wrong',
]

test('the customer’s texts stand to the letter', () => {
  expect(catalogue.length).toBeGreaterThan(700)
  const ids = new Set(catalogue.map(({ id }) => id))
  expect(fixed.filter((text) => !ids.has(text))).toEqual([])
})

/** Words that say something else in the trade, or that nobody who thinks in the language would use: `docs/writing.md` has the right ones. */
const wrong = {
  german: /Käufer|Verkäufer|Finanzierungsgesellschaft|Vorschussquote|Verwässerung|Firmensitz|Handelsname\b|Prüfpfad|Urteil|beurteilt|Fazilität|Rücklage|\bKontos?\b|freiwillig|MiB|\bnenn(en|t)\b|\d %|\bGutschrift|(?<!\{)\bLimits?\b|\babgeschaltet|Streit|bestritten|ab(ge)?schr(ei|ie)b|zurückbelast|zur vorzeitigen Zahlung ein\b/i,
  english: /\b(somebody|whoever|meanwhile)\b|MiB|\d[ \u00a0]%|\b[Ss]witch (it )?o(n|ff)\b|\bask for\b/i,
}

/** What was said before the trade's own word was taken: `docs/writing.md` has that. */
const before = new RegExp(
  [
    '^paid out', '^bought$', 'not bought', '^to check$', '\\boff (a|the|its) debt', 'let the seller off', '\\bclosed? short', '\\binvoice short', 'come back yet', 'not come back$', '^out: ', 'neither paid nor deducted',
    'most for one', 'share for one', 'too much for one', 'fit today', '(fewest|most) days', 'charges are taken', 'those that apply', '^waits', 'know whom to pay', '\\bcounts? (now|at once)\\b', 'has to wait', '^came back', '^money that came back', 'payout (that )?came back$',
    'in the books', 'unexplained', '^explains', 'explains (no|the whole) receipt', '\\bexplained$', 'take back what', 'as known on', 'every kind of account', 'who it is for', '\\bgo(es|ing)? on\\b', 'owes so much less', '^together', '^what (it is )?for$', '^kept back', 'carried out',
  ].join('|'),
  'i',
)

test('no text uses a word the glossaries leave out', () => {
  expect(catalogue.filter(({ id, german }) => wrong.english.test(id) || wrong.german.test(german))).toEqual([])
})

test('nor what was said before the word of the trade', () => {
  expect(catalogue.filter(({ id }) => before.test(id)).map(({ id }) => id)).toEqual([])
})

test('nor does what the server writes to people', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8')
  const sources = ['shared/src/sentences.rs', 'http/src/onboarding/requirements.rs', 'http/src/receivables/refused.rs', 'http/src/cash/refused.rs', 'http/src/receivables/words.rs', 'src/mail/message.rs'].map((path) => read(`adapters/${path}`))
  const said = sources.flatMap((source) => [...source.matchAll(/"([A-Z][^"\n]*\.)"/g)].map(([, text = '']) => text))
  expect(said.length).toBeGreaterThan(150)
  expect(said.filter((text) => wrong.english.test(text) || before.test(text))).toEqual([])
})

test('nor the contract of the API', () => {
  const contract = readFileSync(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8')
  const said = [...contract.matchAll(/"(?:summary|description)": "(.*)"/g)].map(([, text = '']) => text)
  expect(said.length).toBeGreaterThan(1000)
  expect(said.filter((text) => /\b(somebody|whoever|nobody|meanwhile)\b|in the books|\blet off\b|\b[Uu]nexplained\b|carried out/.test(text))).toEqual([])
})

test('nor a mail or a paper, in either language', () => {
  const folder = join(import.meta.dirname, '../../../adapters/src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /^(mail|papers)\/words.*\.rs$/.test(path))
  const texts = files.flatMap((path) => [...readFileSync(join(folder, path), 'utf8').matchAll(/en: "([^"]*)",\s*de: "([^"]*)"/g)].map(([, en = '', de = '']) => ({ en, de })))
  expect(files.length).toBeGreaterThan(11)
  expect(texts.length).toBeGreaterThan(300)
  expect(texts.filter(({ en, de }) => wrong.english.test(en) || before.test(en) || wrong.german.test(de))).toEqual([])
})

test('mails call a place by the name it has in the menu, and a button or heading by its text', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')
  const mails = ['', '/receivables', '/facilities', '/debtors'].map((part) => read(`../../../adapters/src/mail/words${part}.rs`)).join('\n')
  const texts = catalogue.map((text) => ({ id: text.id.toLowerCase(), german: text.german.toLowerCase() }))
  const places = [...read('../app/places.ts').matchAll(/label: msg(?:`|\(\{ message: ')([^`']+)/g)].map(([, label = '']) => label.toLowerCase())
  const buttons = [...mails.matchAll(/en: "Go to (?:your )?(?!the )([^"]+)", de: "([^"]+)"/g)].map(([, en = '', de = '']) => ({ en: en.toLowerCase(), de: de.toLowerCase() }))
  expect(buttons.length).toBeGreaterThan(7)
  const isNamed = ({ en, de }: { en: string; de: string }) => places.includes(en) && texts.some(({ id, german }) => id === en && german.split(' ').every((word) => de.includes(word)))
  expect(buttons.filter((button) => !isNamed(button))).toEqual([])
  const quoted = [...mails.matchAll(/“([^”{]+)”/g), ...mails.matchAll(/„([^“{]+)“/g)].map(([, text = '']) => text.toLowerCase())
  expect(quoted.length).toBeGreaterThan(3)
  expect(quoted.filter((text) => !texts.some(({ id, german }) => id === text || german === text))).toEqual([])
})

/** What was said otherwise, or in two ways, and stands so in both languages. */
const said: Record<string, string> = {
  'as of {asOf}': 'Stand {asOf}',
  Owner: 'Inhaber',
  Approver: 'Freigeber',
  Preparer: 'Erfasser',
  Viewer: 'Leser',
  'Not ours': 'Betrifft uns nicht',
  'View disclosures': 'Anhangangaben (IAS 7)',
  'Owed to us': 'Von Ihnen noch zu zahlen',
  '{supplierOf} invites you to be paid early': '{supplierOf} bietet Ihnen an, Ihre Rechnungen früher zu bezahlen',
  'A discount for the time until your buyer pays, and a service fee. Try it with an invoice of yours.': 'Zinsen, bis Ihr Abnehmer zahlt, und eine Factoringgebühr. Probieren Sie es mit einer Ihrer Rechnungen aus.',
  'Release when your buyer pays': 'Restauszahlung bei Zahlung Ihres Abnehmers',
  'Release waits for approval': 'Freigabe wartet auf Genehmigung',
  'In use is what is funded and outstanding, what is accepted, and what the company owes us.': 'In Anspruch genommen ist, was ausgezahlt und ausstehend ist, was angenommen ist und was das Unternehmen uns schuldet.',
  'Enter the amount in {currency}, not in {other}.': 'Geben Sie den Betrag in {currency} an, nicht in {other}.',
  'Of {due} we kept {kept} you owed for {invoices}. The other {paid} came back.': 'Von {due} haben wir {kept} einbehalten, die Sie uns für {invoices} schuldeten. Die übrigen {paid} kamen zurück.',
  '{why} What you sell now waits, too.': '{why} Was Sie jetzt verkaufen, wartet ebenfalls.',
  'At the end you were due {toSeller} in addition to the payout.': 'Am Ende standen Ihnen zusätzlich zur Auszahlung {toSeller} zu.',
  'On this day the seller was due {toSeller} in addition to the payout.': 'An diesem Tag standen dem Factoringkunden zusätzlich zur Auszahlung {toSeller} zu.',
  'It came back and isn’t in your bank account. Another payout takes its place.': 'Sie kam zurück und ist nicht auf Ihrem Bankkonto. An ihre Stelle tritt eine andere Auszahlung.',
  'Your payout came back from the bank and is due again.': 'Ihre Auszahlung kam von der Bank zurück und ist wieder fällig.',
  'You sold this invoice. We haven’t paid it out yet.': 'Sie haben diese Rechnung verkauft. Wir haben sie noch nicht ausgezahlt.',
  'We decide on it and e-mail you once you can accept the offer. You don’t need to do anything.': 'Wir entscheiden darüber und schreiben Ihnen, sobald Sie das Angebot annehmen können. Sie müssen nichts tun.',
  'We review your application.': 'Wir prüfen Ihren Antrag.',
  'Your buyer disputes the invoice. We wait until that is cleared up.': 'Ihr Abnehmer beanstandet die Rechnung. Wir warten, bis das geklärt ist.',
  'Details as of': 'Angaben vom',
  'Another cause': 'Anderer Grund',
  '{count, plural, one {# invoice bought, due on {oldest}} other {# invoices bought, the oldest due on {oldest}}}': '{count, plural, one {# angekaufte Rechnung, fällig am {oldest}} other {# angekaufte Rechnungen, die älteste fällig am {oldest}}}',
}

test('what was mended is said in both languages', () => {
  const german = new Map(catalogue.map((text) => [text.id, text.german]))
  expect(Object.fromEntries(Object.keys(said).map((id) => [id, german.get(id)]))).toEqual(said)
})

test('every text has its German, with the same values in it', () => {
  const values = (text: string) => [...new Set(text.match(/\{\w+(?=[,}])/g))].toSorted()
  expect(catalogue.filter(({ id, german }) => german === '' || String(values(id)) !== String(values(german)))).toEqual([])
})
