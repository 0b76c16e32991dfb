import { chakra } from '@chakra-ui/react'
import { i18n } from '@/lib/i18n'
import { theme } from '@/ui/color-scheme'

/** What `make landing-pictures` took, by file name: scene, language, scheme, shape. */
const files = import.meta.glob<string>('../../assets/screens/*.webp', { eager: true, query: '?url', import: 'default' })

/** In pixels of the page, not of the file; `e2e/screens/landing.screens.ts` takes them at these sizes. */
const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 375, height: 640 } }

export type Scene = 'home' | 'application' | 'case'
type Shape = keyof typeof sizes

function address(scene: Scene, scheme: 'light' | 'dark', shape: Shape): string {
  const find = (language: string) => files[`../../assets/screens/${scene}-${language}-${scheme}-${shape}.webp`]
  return find(i18n.locale) ?? find('en') ?? ''
}

interface ScreenPictureProps {
  scene: Scene
  alt: string
  /** Part of the first screen: fetched at once. */
  isFirst?: boolean
  /** Without one: tall on phones, wide elsewhere. */
  shape?: Shape
}

const _onPhones = '(max-width: 47.99em)'
const _dark = '(prefers-color-scheme: dark)'

/** A screen as it is, light or dark as the reader's own. */
export function ScreenPicture({ scene, alt, isFirst = false, shape }: ScreenPictureProps) {
  const main = shape ?? 'wide'
  const { width, height } = sizes[main]
  const chosen = theme.use()
  const plain = chosen === 'dark' ? 'dark' : 'light'
  const followsSystem = chosen === 'system'
  return (
    <picture>
      {shape ? null : (
        <>
          {followsSystem ? <source media={`${_onPhones} and ${_dark}`} srcSet={address(scene, 'dark', 'phone')} {...sizes.phone} /> : null}
          <source media={_onPhones} srcSet={address(scene, plain, 'phone')} {...sizes.phone} />
        </>
      )}
      {followsSystem ? <source media={_dark} srcSet={address(scene, 'dark', main)} width={width} height={height} /> : null}
      <chakra.img
        asChild
        w="full"
        h="auto"
        maxW={shape === 'phone' ? undefined : { base: '375px', md: 'full' }}
        mx="auto"
        borderWidth="1px"
        borderColor="border"
        borderRadius="l3"
        bg="bg.panel"
        display="block"
      >
        {/* Its own attributes, from which the browser knows the shape before the file is there. */}
        <img src={address(scene, plain, main)} alt={alt} width={width} height={height} loading={isFirst ? 'eager' : 'lazy'} fetchPriority={isFirst ? 'high' : 'auto'} decoding="async" />
      </chakra.img>
    </picture>
  )
}
