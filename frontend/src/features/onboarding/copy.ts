import { t } from '@lingui/core/macro'
import type { Application } from '@/entities/application/api'
import { answerGroups, type Answer } from '@/entities/application/answers'
import type { Buyer } from '@/entities/buyer/api'
import { buyerFacts } from '@/entities/buyer/facts'
import { onlySupplies } from '@/entities/company/sells'
import { documentKinds } from '@/entities/document/kinds'
import { formatInstant } from '@/lib/dates'
import { i18n } from '@/lib/i18n'

/* eslint-disable lingui/no-unlocalized-strings -- a format, not words */
const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; color: #1e293b; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
  h1 { font-size: 1.75rem; line-height: 1.3; margin: 0 } h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; border-bottom: 1px solid #cbd5e1; padding-bottom: .25rem }
  dl { display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: .25rem 1.5rem; margin: 0 } dt { color: #475569 } dd { margin: 0; overflow-wrap: anywhere }
  @media (max-width: 34rem) { dl { grid-template-columns: 1fr } dd { margin-bottom: .5rem } }
  @media print { body { margin: 0; max-width: none; font-size: 11pt } h2 { break-after: avoid } dl > * { break-inside: avoid } }
`
/* eslint-enable lingui/no-unlocalized-strings */

interface Copy {
  application: Application
  buyers: readonly Buyer[]
  /** When it was handed in, if that is known. */
  submittedAt: string | undefined
}

/**
 * What was handed in, to keep: one page that opens in every browser, on a phone too, needs nothing from the network, and
 * prints. It is built as a document, so that what people typed stays text.
 */
export function copyOf({ application, buyers, submittedAt }: Copy): Blob {
  const company = application.form.company.legalName ?? ''
  const title = t`Application for ${company}`
  const page = document.implementation.createHTMLDocument(title)
  page.documentElement.lang = i18n.locale
  const add = (name: string, content: string, place: Element = page.body) => {
    const made = page.createElement(name)
    made.textContent = content
    place.append(made)
    return made
  }
  const list = (heading: string, answers: readonly Pick<Answer, 'label' | 'value'>[]) => {
    add('h2', heading)
    const place = add('dl', '')
    for (const { label, value } of answers) {
      add('dt', label, place)
      add('dd', value, place)
    }
    if (answers.length === 0) add('dd', t`None`, place)
  }
  const charset = page.createElement('meta')
  charset.setAttribute('charset', 'utf-8')
  page.head.prepend(charset)
  const viewport = page.createElement('meta')
  viewport.setAttribute('name', 'viewport')
  viewport.setAttribute('content', 'width=device-width')
  page.head.append(viewport)
  add('h1', title)
  if (submittedAt !== undefined) {
    const at = formatInstant(submittedAt)
    add('p', t`Submitted to Sooner on ${at}`)
  }
  for (const { title: heading, answers } of answerGroups(application.form)) list(heading, answers)
  if (buyers.length > 0 || !onlySupplies(application.form.company)) list(t`Buyers`, buyers.map((buyer) => ({ label: buyer.legalName, value: buyerFacts(buyer) })))
  list(t`Documents`, application.documents.filter(({ replacedAt }) => !replacedAt).map(({ kind, name }) => ({ label: documentKinds.labelOf(kind), value: name })))
  // Into the text and not into the document: the policy of this page would forbid it there.
  const html = page.documentElement.outerHTML.replace('</head>', () => `<style>${STYLE}</style></head>`)
  // eslint-disable-next-line lingui/no-unlocalized-strings -- a format, not words
  return new Blob([`<!doctype html>\n${html}`], { type: 'text/html;charset=utf-8' })
}
