import { Text } from '@chakra-ui/react'
import { matchSigns, warns, type MatchSign } from '@/entities/payment/match-signs'

/** What speaks for a match, and under it what speaks against it. */
export function Signs({ of }: { of: readonly MatchSign[] }) {
  const told = (signs: readonly MatchSign[]) => signs.map((sign) => matchSigns.labelOf(sign)).join(' · ')
  const [speaksFor, against] = [told(of.filter((sign) => !warns(sign))), told(of.filter(warns))]
  return (
    <>
      {speaksFor ? <Text textStyle="label" color="green.fg">{speaksFor}</Text> : null}
      {against ? <Text textStyle="label" color="orange.fg">{against}</Text> : null}
    </>
  )
}
