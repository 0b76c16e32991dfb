import { Box, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ZxcvbnFactory, type ZxcvbnResult } from '@zxcvbn-ts/core'
import { useEffect, useState } from 'react'
import { text } from '@/lib/i18n'
import { ProgressBar } from './progress-bar'

const SHORTEST = 12

/** Why a password is easier to guess than its length says, by what the estimator found. */
const reasons: Record<string, MessageDescriptor> = {
  repeat: msg`Repetitions such as “aaa” or “abcabc” are easy to guess.`,
  sequence: msg`Sequences such as “abc” or “6543” are easy to guess.`,
  spatial: msg`Neighbouring keys are easy to guess.`,
  date: msg`Dates and years are easy to guess.`,
  regex: msg`Dates and years are easy to guess.`,
  dictionary: msg`It contains a common password.`,
}

/** From the third of five levels on the server takes it. */
const levels: { words: MessageDescriptor; palette: string }[] = [
  { words: msg`Very easy to guess.`, palette: 'red' },
  { words: msg`Easy to guess.`, palette: 'red' },
  { words: msg`Could be better.`, palette: 'orange' },
  { words: msg`Good.`, palette: 'green' },
  { words: msg`Strong.`, palette: 'green' },
]

/** The estimator; with keyboards and common passwords as soon as those are there, which are too large to wait for. */
function useEstimator(): ZxcvbnFactory {
  const [estimator, setEstimator] = useState(() => new ZxcvbnFactory())
  useEffect(() => {
    let left = false
    import('./common-passwords').then(
      ({ graphs, dictionary }) => {
        if (!left) setEstimator(new ZxcvbnFactory({ graphs, dictionary }))
      },
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [])
  return estimator
}

/** What is to be said of it, the gravest first. */
function why(length: number, isPersonal: boolean, { sequence, score }: ZxcvbnResult): string[] {
  return [
    ...(length < SHORTEST ? [plural(SHORTEST - length, { one: '# more character needed.', other: '# more characters needed.' })] : []),
    ...(isPersonal ? [t`Leave your name and e-mail address out of the password.`] : []),
    ...(score < 3 ? [...new Set(sequence.flatMap(({ pattern }) => (reasons[pattern] ? [text(reasons[pattern])] : [])))] : []),
  ]
}

/** Whether it holds something of the person, which the server refuses. */
function holds(password: string, about: string[]): boolean {
  const known = about.flatMap((one) => [one, one.split('@')[0] ?? '']).map((one) => one.trim().toLowerCase())
  return known.some((one) => [...one].length >= 3 && password.toLowerCase().includes(one))
}

interface StrengthProps {
  password: string
  /** What an attacker knows of the person. */
  about: string[]
  /** Whether the field says why this one is not taken: then nothing here contradicts it. */
  isRefused?: boolean
}

/** How strong a new password is, in a bar and in words, with the reasons. A hint while typing; the server decides. */
export default function Strength({ password, about, isRefused = false }: StrengthProps) {
  const { t } = useLingui()
  const estimator = useEstimator()
  const found = estimator.check(password.slice(0, 128), about) as ZxcvbnResult
  const length = [...password].length
  const isPersonal = holds(password, about)
  const told = isRefused ? [] : why(length, isPersonal, found)
  // Until it is long enough and about nobody, how hard it is to guess does not matter.
  const level = length < SHORTEST || isPersonal || isRefused ? undefined : levels[found.score]
  const percent = level ? 20 * (found.score + 1) : Math.min(length / SHORTEST, 1) * 20
  return (
    <Box mt="2">
      <ProgressBar label={t`Password strength`} percent={percent} size="xs" palette={level?.palette ?? 'red'} />
      <Text fontSize="sm" color="fg.muted" mt="1" aria-live="polite">
        {level ? `${text(level.words)} ` : ''}
        {told.join(' ')}
      </Text>
    </Box>
  )
}
