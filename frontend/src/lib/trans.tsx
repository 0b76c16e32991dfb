import { Trans as LinguiTrans } from '@lingui/react'
import type { ComponentProps } from 'react'

/**
 * A sentence with elements in it. Lingui looks for its elements after it has put the values in, so that a name such as
 * `<b>Ada</b>` would lose its letters; a value that is an element itself is left alone. The build has every `<Trans>` come here.
 */
export function Trans({ values, ...props }: ComponentProps<typeof LinguiTrans>) {
  const texts = values && Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? <>{value}</> : value]))
  return <LinguiTrans {...props} {...(texts ? { values: texts } : {})} />
}
