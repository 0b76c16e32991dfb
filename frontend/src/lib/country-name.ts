const names = new Intl.DisplayNames(['en'], { type: 'region' })

/** A country by its code, as people call it. */
export function countryName(code: string): string {
  return names.of(code) ?? code
}
