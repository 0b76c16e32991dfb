/** The address of a list with something changed; from its first page on, unless the page is what changes. */
export function listAddress(path: string, query: URLSearchParams, changes: Record<string, string | null>): string {
  const next = new URLSearchParams(query)
  next.delete('after')
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  // Commas may stand in a query as they are, and read better.
  const said = next.toString().replaceAll('%2C', ',')
  return said ? `${path}?${said}` : path
}

export type Order = 'asc' | 'desc'

/** What a list is put in order by, as the address says; undefined for the usual. */
export function sortIn<Sort extends string>(query: URLSearchParams, sorts: readonly Sort[]): { sort: Sort; order: Order } | undefined {
  const sort = sorts.find((one) => one === query.get('sort'))
  return sort ? { sort, order: query.get('order') === 'asc' ? 'asc' : 'desc' } : undefined
}

/** What the head of a column needs to put the list in order by it: at first this way round, then the other. */
export function sortBy<Sort extends string>(path: string, query: URLSearchParams, now: { sort: Sort; order: Order } | undefined, sort: Sort, first: Order): { sortTo: string; sorted: 'ascending' | 'descending' | undefined } {
  const isNow = now?.sort === sort
  const order = isNow ? (now.order === 'asc' ? 'desc' : 'asc') : first
  return { sortTo: listAddress(path, query, { sort, order }), sorted: isNow ? (now.order === 'asc' ? 'ascending' : 'descending') : undefined }
}
