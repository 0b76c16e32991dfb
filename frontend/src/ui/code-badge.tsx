import { Badge } from '@chakra-ui/react'
import type { Badged, Labels } from '@/lib/codes'

/** A code in its colour; one this version does not know has none. */
export function CodeBadge({ labels, code }: { labels: Labels<string, Badged>; code: string }) {
  return <Badge colorPalette={labels.find(code)?.palette ?? 'gray'}>{labels.labelOf(code)}</Badge>
}
