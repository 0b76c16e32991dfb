import { HStack } from '@chakra-ui/react'
import * as drawings from './drawings'
import type { Specimen } from './specimen'

export const specimens: Specimen[] = [
  { name: 'Drawings', show: () => <HStack gap="8" wrap="wrap">{Object.entries(drawings).map(([name, Drawing]) => <Drawing key={name} />)}</HStack> },
]
