import { Box, chakra, Flex } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { chooseEverywhere } from '@/entities/user/language'
import { i18n, languages, type LanguageCode } from '@/lib/i18n'
import { paths } from '@/lib/paths'
import { TextLink } from '@/ui/text-link'
import { toast } from '@/ui/toasts'

/** Beneath every screen: the language, and what the words mean. */
export function Footer({ width }: { width: '4xl' | '8xl' }) {
  return (
    // Not while a screen is on its way: it would jump to its place when that is there.
    <Box as="footer" borderTopWidth="1px" borderColor="border" fontSize="sm" css={{ 'main:has([data-loading]) + &': { display: 'none' } }}>
      <Flex maxW={width} mx="auto" px={{ base: '4', md: '6' }} py="3" gap="4" align="center" justify="space-between" wrap="wrap">
        <TextLink to={paths.glossary}>
          <Trans>Glossary</Trans>
        </TextLink>
        <Language />
      </Flex>
    </Box>
  )
}

function Language() {
  const { t } = useLingui()
  const choose = async (code: LanguageCode) => {
    try {
      await chooseEverywhere(code)
    } catch {
      // Its texts did not come: everything stays in the language it was in.
      toast.error(t`Can’t reach Sooner. Check your connection and try again.`)
    }
  }
  return (
    <chakra.select
      aria-label={t`Language`}
      bg="bg.panel"
      borderWidth="1px"
      borderColor="primary.border"
      borderRadius="l2"
      minH="9"
      px="3"
      value={i18n.locale}
      onChange={(event) => {
        void choose(event.target.value as LanguageCode)
      }}
    >
      {Object.entries(languages).map(([code, { name }]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </chakra.select>
  )
}
