import type { ReactNode } from 'react'

/** A part of the design system in one of its states. Texts are examples and stay in English; those of the part itself follow the language. */
export interface Specimen {
  name: string
  show: () => ReactNode
}
