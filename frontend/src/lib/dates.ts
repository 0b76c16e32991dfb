/** A moment as people read it, in their own zone. */
export function formatInstant(instant: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant))
}
