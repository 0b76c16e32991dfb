import type { Schemas } from '@/api/client'
import type { House } from '@/lib/config'

/** The words of a text: how they are written, parted and put in order is no difference. */
const wordsOf = (text: string): Set<string> => new Set(text.normalize('NFKC').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

/** Whether both name the same words; the configured address is one line and may say the country or leave it out. */
function isSame(one: Set<string>, other: Set<string>, optional: Set<string>): boolean {
  const isIn = (all: Set<string>) => (word: string) => all.has(word) || optional.has(word)
  return [...one].every(isIn(other)) && [...other].every(isIn(one))
}

/**
 * In what the house as its settings have it, which letters and papers name, differs from the house that this instance is configured for,
 * which its pages name.
 * @param country What the country of the settings is called
 */
export function differencesOf(profile: Schemas['HouseProfileBody'], house: Pick<House, 'name' | 'address'>, country: string): ('name' | 'address')[] {
  const { street, postalCode, city, country: code } = profile.address
  const none = new Set<string>()
  const differs: ('name' | 'address')[] = []
  if (!isSame(wordsOf(profile.legalName), wordsOf(house.name), none)) differs.push('name')
  if (!isSame(wordsOf([street, postalCode, city].join(' ')), wordsOf(house.address), wordsOf(`${country} ${code}`))) differs.push('address')
  return differs
}
