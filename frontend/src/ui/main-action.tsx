import { Button, type ButtonProps } from '@chakra-ui/react'
import type { RefAttributes } from 'react'
import { LinkButton } from './link-button'

type Props = Omit<ButtonProps, 'colorPalette' | 'variant'>

/** A label that is longer than its screen is wide goes on in a second line. */
const LONG = { whiteSpace: 'normal', maxW: 'full', h: 'auto', minH: '11', py: '1.5' } as const

const longAt = (size: Props['size']) => (size === 'sm' ? {} : LONG)

/** The single most important action of a screen, and the only thing on it that is orange. */
export function MainAction(props: Props & RefAttributes<HTMLButtonElement>) {
  return <Button {...longAt(props.size)} {...props} colorPalette="secondary" variant="solid" data-main-action />
}

/** The same, where it leads to another screen. */
export function MainLink(props: { to: string } & Props) {
  return <LinkButton {...longAt(props.size)} {...props} colorPalette="secondary" variant="solid" data-main-action />
}
