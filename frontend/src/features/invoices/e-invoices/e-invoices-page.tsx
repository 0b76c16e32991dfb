import { Button, Stack, Text, VisuallyHidden } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useOnReconnect } from '@/api/connection'
import { failure } from '@/api/errors'
import { isLost } from '@/api/reconnect'
import { useApplication } from '@/entities/application/api'
import { useBuyers } from '@/entities/buyer/api'
import { sells } from '@/entities/company/sells'
import { NotNew } from '@/entities/facility/not-new'
import { useMay } from '@/entities/team/rights'
import { WhoCan } from '@/entities/team/who-can'
import { useMe } from '@/entities/user/me'
import { useAskBeforeClosing } from '@/lib/leaving'
import { Redirect } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { DropArea } from '@/ui/drop-area'
import { Failure } from '@/ui/failure'
import { MainAction } from '@/ui/main-action'
import { Page } from '@/ui/page'
import { isCutShort, isUnderWay, useEInvoiceFiles, useEInvoices } from './files'
import { Row } from './row'
import { ofSameBuyer, standingOf } from './standing'
import { Progress, Together } from './together'

/** Many invoices at once, from what they say themselves. */
export default function EInvoicesPage() {
  const { t } = useLingui()
  const mayEnter = useMay('enter_invoices')
  // Who is only paid early has nothing to enter: the buyer does.
  if (!sells(useMe().companyDetails)) return <Redirect to={paths.invoices} replace />
  return (
    <Page title={t`Add e-invoices`} lead={t`We read what your e-invoices say. You check it and enter them all at once, each with its file.`}>
      <WhoCan right="enter_invoices" />
      <NotNew kind="factoring" />
      {mayEnter ? <EInvoices /> : null}
    </Page>
  )
}

function EInvoices() {
  const { t } = useLingui()
  const files = useEInvoiceFiles()
  const { add, again, enter, readAgain, tell, putAway } = useEInvoices()
  const { data: buyers, error } = useBuyers()
  const allowed = useApplication().data?.allowedActions ?? []
  const list = useRef<HTMLDivElement>(null)
  useOnReconnect(() => {
    if (files.some((one) => isCutShort(one) && isLost(one.error))) again()
  })
  const isGoing = files.some(isUnderWay)
  const rows = files.map((file) => ({ file, standing: standingOf(file, files, buyers ?? []) }))
  // What got stuck on its way in is wanted as well.
  const ready = rows.filter(({ file, standing: { code } }) => code === 'ready' || (!isGoing && (file.step === 'queued' || (code === 'refused' && isCutShort(file))))).map(({ file }) => file)
  useAskBeforeClosing(isGoing || ready.length > 0 || rows.some(({ standing: { code } }) => code === 'waiting' || code === 'buyer' || code === 'due'))
  const places = () => [...(list.current?.querySelectorAll<HTMLElement>('[role="group"][tabindex="-1"]') ?? [])]
  return (
    <Stack gap="6">
      <Add take={add} isFirst={files.length === 0} />
      <Failure {...failure(buyers ? null : error)} />
      {files.length > 0 ? (
        <>
          <Progress files={files} ready={ready} />
          <Stack as="ul" ref={list} listStyleType="none" gap="3" aria-label={t`E-invoices`}>
            {rows.map(({ file, standing }, index) => (
              <Row
                key={file.id}
                file={file}
                standing={standing}
                buyers={(buyers ?? []).filter(({ status }) => status !== 'declined')}
                mayAddBuyers={allowed.includes('add_buyers')}
                buyerAdded={(buyerId) => {
                  tell(file.id, { buyerId })
                  places()[index]?.focus()
                  readAgain(ofSameBuyer(file, files).map(({ id }) => id))
                }}
                putAway={() => {
                  const next = places()[index + 1] ?? places()[index - 1]
                  putAway(file.id)
                  next?.focus()
                }}
              />
            ))}
          </Stack>
          <Together
            files={files}
            ready={ready}
            enter={() => {
              enter(ready.map(({ id }) => id))
            }}
          />
        </>
      ) : null}
    </Stack>
  )
}

/** Where files are dropped or chosen. */
function Add({ take, isFirst }: { take: (files: readonly File[]) => void; isFirst: boolean }) {
  const { t } = useLingui()
  const chooser = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasFirst = useRef(isFirst)
  useEffect(() => {
    // Another button stands in its place, and the keyboard was on it.
    if (wasFirst.current !== isFirst && (document.activeElement === null || document.activeElement === document.body)) button.current?.focus()
    wasFirst.current = isFirst
  }, [isFirst])
  const choose = {
    ref: button,
    onClick: () => {
      chooser.current?.click()
    },
    children: <Trans>Choose files</Trans>,
  }
  return (
    <DropArea take={take}>
      <Text>
        <Trans>Drop your e-invoices here, or choose them.</Trans>
      </Text>
      <Text color="fg.muted" textStyle="label">
        <Trans>XRechnung, Peppol, Factur-X or ZUGFeRD (.xml or .pdf), also several at once. Maximum 10 MB per file.</Trans>
      </Text>
      {/* Once there are files, entering them is what matters most. */}
      {isFirst ? <MainAction {...choose} /> : <Button variant="outline" {...choose} />}
      <VisuallyHidden>
        <input
          ref={chooser}
          type="file"
          multiple
          tabIndex={-1}
          accept=".xml,.pdf"
          aria-label={t`E-invoices to add`}
          onChange={({ target }) => {
            take([...(target.files ?? [])])
            // The same file can be chosen again.
            target.value = ''
          }}
        />
      </VisuallyHidden>
    </DropArea>
  )
}
