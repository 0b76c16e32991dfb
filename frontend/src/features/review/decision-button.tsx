import { Button, type ButtonProps } from '@chakra-ui/react'
import type { Decision } from '@/entities/application/decisions'
import { MainAction } from '@/ui/main-action'

/** A button of this decision: what is against is red and in outline, what is hoped for is the screen's main action. */
export function DecisionButton({ tone, ...props }: { tone: Decision['tone'] } & Omit<ButtonProps, 'variant' | 'colorPalette'>) {
  if (tone === 'main') return <MainAction {...props} />
  return <Button {...props} variant="outline" {...(tone === 'against' ? { colorPalette: 'red' } : {})} />
}
