import { Box, Flex, HStack, Link, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { config } from '@/lib/config'
import { i18n } from '@/lib/i18n'
import { Link as Way } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { Choice } from '@/ui/choice'
import { theme } from '@/ui/color-scheme'
import { languageOptions, themeOptions, useChooseLanguage } from './choices'

const QUIET = { color: 'fg.muted', minH: '6', display: 'inline-flex', alignItems: 'center', _hover: { color: 'fg', textDecoration: 'underline' }, '@media (pointer: coarse)': { minH: '11' } } as const

/** Beneath every screen: who runs this, what the words mean, what was agreed, where to ask; and the choices a guest has nowhere else. */
export function Footer({ isGuest }: { isGuest: boolean }) {
  const { t } = useLingui()
  const { name, address, register, vatId, phone, termsUrl, privacyUrl, imprintUrl, supportEmail } = config().house
  return (
    // Not while a screen is on its way: it would jump to its place when that is there.
    <Box as="footer" borderTopWidth="1px" borderColor="border" textStyle="label" css={{ 'main:has([data-loading]) + &': { display: 'none' } }}>
      <Flex maxW="8xl" mx="auto" px={{ base: '4', md: '6' }} py="3" minH="14" columnGap="6" rowGap="2" align="center" justify="space-between" wrap="wrap">
        <Flex as="ul" listStyleType="none" columnGap="5" rowGap="1" wrap="wrap">
          <li>
            <Link asChild css={QUIET}>
              <Way to={paths.glossary}>
                <Trans>Glossary</Trans>
              </Way>
            </Link>
          </li>
          <Page to={termsUrl}><Trans context="footer">Terms</Trans></Page>
          <Page to={privacyUrl}><Trans>Privacy</Trans></Page>
          <Page to={imprintUrl}><Trans>Legal notice</Trans></Page>
          <Page to={`mailto:${supportEmail}`}><Trans>Contact</Trans></Page>
          {phone ? <Page to={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</Page> : null}
        </Flex>
        {isGuest ? <Choices themeLabel={t`Theme`} languageLabel={t`Language`} /> : null}
        <Text color="fg.muted" flexBasis="full" overflowWrap="anywhere">
          {name} · {address} · {register} · <Trans>VAT ID {vatId}</Trans>
        </Text>
      </Flex>
    </Box>
  )
}

function Page({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link href={to} css={QUIET}>
        {children}
      </Link>
    </li>
  )
}

function Choices({ themeLabel, languageLabel }: { themeLabel: string; languageLabel: string }) {
  const chooseLanguage = useChooseLanguage()
  return (
    <HStack columnGap="4" rowGap="2" wrap="wrap">
      <Choice label={themeLabel} value={theme.use()} options={themeOptions()} choose={theme.set} />
      <Choice label={languageLabel} value={i18n.locale} options={languageOptions} choose={chooseLanguage} />
    </HStack>
  )
}
