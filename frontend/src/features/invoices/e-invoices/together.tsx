import { Box, HStack, Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { formatMoney } from '@/lib/money'
import { paths } from '@/lib/paths'
import { LinkButton } from '@/ui/link-button'
import { MainAction, MainLink } from '@/ui/main-action'
import { ProgressBar } from '@/ui/progress-bar'
import { StickyActions } from '@/ui/sticky-actions'
import { isUnderWay, type EInvoiceFile } from './files'
import { sumsOf } from './standing'

interface TogetherProps {
  files: readonly EInvoiceFile[]
  /** Those that can be entered now. */
  ready: readonly EInvoiceFile[]
  enter: () => void
}

const drafts = `${paths.invoices}?status=draft`

/** How far they are. */
export function Progress({ files, ready }: Omit<TogetherProps, 'enter'>) {
  const { t } = useLingui()
  const isReading = files.some(({ step }) => step === 'reading')
  const isEntering = files.some(({ step }) => step === 'entering')
  const isAhead = ({ step }: EInvoiceFile) => step === (isEntering ? 'queued' : 'waiting')
  const done = files.filter((one) => !isUnderWay(one) && !isAhead(one)).length
  const entered = files.filter(({ step }) => step === 'entered').length
  const said = [
    entered > 0 ? plural(entered, { one: '# invoice entered.', other: '# invoices entered.' }) : '',
    ready.length > 0 ? plural(ready.length, { one: '# invoice is ready to enter.', other: '# invoices are ready to enter.' }) : entered > 0 ? '' : t`No invoice is ready to enter yet.`,
  ]
  return (
    <Stack gap="2">
      {/* Not each of twenty: those who hear it are told where it begins and where it ends. */}
      <Text role="status">{isEntering ? t`Entering invoices` : isReading ? t`Reading e-invoices` : said.filter(Boolean).join(' ')}</Text>
      {isEntering || isReading ? <ProgressBar label={isEntering ? t`Entering invoices` : t`Reading e-invoices`} percent={Math.round((100 * done) / files.length)} /> : null}
    </Stack>
  )
}

/** What is ready comes to, and entering all of it. */
export function Together({ files, ready, enter }: TogetherProps) {
  const { t } = useLingui()
  const bar = useRef<HTMLDivElement>(null)
  const isGoing = files.some(isUnderWay)
  const isEntering = isGoing && files.some(({ step }) => step === 'entering' || step === 'queued')
  const hasEntered = files.some(({ step }) => step === 'entered')
  const isDone = ready.length === 0 && hasEntered && !isEntering
  const before = useRef({ isEntering, isDone })
  useEffect(() => {
    const was = before.current
    before.current = { isEntering, isDone }
    // The button was off or is gone, and with it where the keyboard was.
    const on = document.activeElement
    const isNowhere = !on?.isConnected || on === document.body
    if (isNowhere && ((was.isEntering && !isEntering) || (!was.isDone && isDone))) bar.current?.querySelector<HTMLElement>('[data-main-action]')?.focus()
  }, [isEntering, isDone])
  const sums = sumsOf(ready)
  return (
    <StickyActions>
      <Stack gap="0" minW="0">
        {sums.length > 0 ? (
          <Text color="fg.muted" textStyle="label">
            <Trans>Ready to enter</Trans>
          </Text>
        ) : null}
        {sums.map(([currency, sum]) => (
          <Text key={currency} fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
            {formatMoney(sum, currency)}
          </Text>
        ))}
      </Stack>
      <Box ref={bar}>
        <HStack gap="2" wrap="wrap" justify="flex-end">
          {isDone ? (
            <MainLink to={drafts}>
              <Trans>Go to drafts</Trans>
            </MainLink>
          ) : (
            <>
              {hasEntered && !isEntering ? (
                <LinkButton to={drafts} variant="outline">
                  <Trans>Go to drafts</Trans>
                </LinkButton>
              ) : null}
              <MainAction disabled={ready.length === 0} loading={isEntering} loadingText={t`Entering`} onClick={enter}>
                {ready.length > 0 ? plural(ready.length, { one: 'Enter # invoice', other: 'Enter # invoices' }) : t`Enter invoices`}
              </MainAction>
            </>
          )}
        </HStack>
      </Box>
    </StickyActions>
  )
}
