import type { Specimen } from './specimen'
import { Undo } from './undo'

export const specimens: Specimen[] = [
  { name: 'What was removed, while that can be undone and after', show: () => (
    <>
      <Undo said="Donaudampfschifffahrtsgesellschaft.pdf removed." label="Undo: keep Donaudampfschifffahrtsgesellschaft.pdf" undo={() => undefined} />
      <Undo said="july.pdf removed." label="Undo: keep july.pdf" undo={null} />
    </>
  ) },
]
