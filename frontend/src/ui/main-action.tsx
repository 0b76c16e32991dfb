import { Button, type ButtonProps } from '@chakra-ui/react'
import { LinkButton } from './link-button'

/** The single most important action of a screen, and the only thing on it that is orange. */
export function MainAction(props: Omit<ButtonProps, 'colorPalette' | 'variant'>) {
  return <Button {...props} colorPalette="secondary" variant="solid" data-main-action />
}

/** The same, where it leads to another screen. */
export function MainLink(props: { to: string } & Omit<ButtonProps, 'colorPalette' | 'variant'>) {
  return <LinkButton {...props} colorPalette="secondary" variant="solid" data-main-action />
}
