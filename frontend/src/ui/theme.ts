import { createSystem, defaultBaseConfig, defineConfig, mergeConfigs } from '@chakra-ui/react'
import {
  alertSlotRecipe,
  animationStyles,
  badgeRecipe,
  breakpoints,
  buttonRecipe,
  codeRecipe,
  containerRecipe,
  cssVarsRoot,
  globalCss,
  headingRecipe,
  keyframes,
  layerStyles,
  linkRecipe,
  semanticTokens,
  skeletonRecipe,
  spinnerRecipe,
  textStyles,
  tokens,
} from '@chakra-ui/react/theme'

/** Only the recipes of many screens: the whole set costs the first one 16 kB. Those of a single part stand beside it. */
const base = mergeConfigs(defaultBaseConfig, {
  preflight: true,
  cssVarsRoot,
  globalCss,
  theme: {
    breakpoints,
    keyframes,
    tokens,
    semanticTokens,
    textStyles,
    layerStyles,
    animationStyles,
    recipes: {
      badge: badgeRecipe,
      button: buttonRecipe,
      code: codeRecipe,
      container: containerRecipe,
      heading: headingRecipe,
      link: linkRecipe,
      skeleton: skeletonRecipe,
      spinner: spinnerRecipe,
    },
    slotRecipes: {
      alert: alertSlotRecipe,
    },
  },
})

const scale = (colors: Record<string, string>) => Object.fromEntries(Object.entries(colors).map(([step, value]) => [step, { value }]))

const palette = (name: string, light: Record<string, string>, dark: Record<string, string>) =>
  Object.fromEntries(
    Object.keys(light).map((role) => [role, { value: { _light: `{colors.${name}.${light[role]}}`, _dark: `{colors.${name}.${dark[role]}}` } }]),
  )

/** In em, so that larger text counts. */
const LOW = '@media (max-height: 31.25em)'

const ours = defineConfig({
  globalCss: {
    html: { colorPalette: 'primary', scrollPaddingTop: 'calc(var(--top-bar) + 1rem)' },
    // How much of the foot of a screen is taken: what sticks there stands on it, and nothing that is focused hides behind it.
    // The bar above, with its rule.
    ':root': { '--top-bar': 'calc(4rem + 1px)', '--bottom-bar': '0px', '--bottom-edge': 'calc(1rem + var(--bottom-bar))', scrollPaddingBottom: 'calc(var(--bottom-edge) + var(--sticky-actions, 0px) + var(--selection-bar, 0px))', [LOW]: { '--top-bar': '0px' } },
    // What fills the screen leaves nothing to scroll to.
    ':root:has([data-work-page])': { scrollPaddingBottom: { lg: '0' } },
    ':root:has([data-bottom-bar])': { '--bottom-bar': { base: 'calc(3.5rem + 1px + env(safe-area-inset-bottom))', lg: '0px' }, [LOW]: { '--bottom-bar': '0px !important' } },
    // On a screen that is this low, also of a page enlarged to 200 %, bars would take most of it: they go with the page.
    '[data-bar]': { [LOW]: { position: 'static !important' } },
    body: { paddingInline: 'env(safe-area-inset-left) env(safe-area-inset-right)', fontWeight: '500', bg: 'bg', color: 'fg', fontSize: '1rem', lineHeight: '1.5rem' },
    // Who asked their system for less motion gets none.
    '*, *::before, *::after': {
      _motionReduce: { animationDuration: '0.01ms !important', animationIterationCount: '1 !important', transitionDuration: '0.01ms !important' },
    },
  },
  theme: {
    tokens: {
      fonts: {
        body: { value: "'Montserrat', system-ui, sans-serif" },
        heading: { value: "'Montserrat', system-ui, sans-serif" },
      },
      // One weight is loaded; a browser would fake the others.
      fontWeights: { semibold: { value: '500' }, bold: { value: '500' }, medium: { value: '500' }, normal: { value: '500' } },
      colors: {
        // Dark slate.
        primary: scale({
          50: '#f8fafc', 100: '#f1f5f9', 200: '#e2e8f0', 300: '#cbd5e1', 400: '#94a3b8', 500: '#64748b',
          600: '#475569', 700: '#334155', 800: '#1e293b', 900: '#0f172a', 950: '#020617',
        }),
        // Orange.
        secondary: scale({
          50: '#fff7ed', 100: '#ffedd5', 200: '#fed7aa', 300: '#fdba74', 400: '#fb923c', 500: '#f97316',
          600: '#ea580c', 700: '#c2410c', 800: '#9a3412', 900: '#7c2d12', 950: '#431407',
        }),
      },
    },
    semanticTokens: {
      // Small parts such as check boxes would become circles at 12.
      radii: { l1: { value: '6px' }, l2: { value: '12px' }, l3: { value: '12px' } },
      colors: {
        primary: {
          ...palette(
            'primary',
            { fg: '800', subtle: '100', muted: '200', emphasized: '300', solid: '800', focusRing: '800', border: '400' },
            { fg: '100', subtle: '800', muted: '700', emphasized: '600', solid: '200', focusRing: '200', border: '500' },
          ),
          contrast: { value: { _light: 'white', _dark: '{colors.primary.900}' } },
        },
        secondary: {
          ...palette(
            'secondary',
            // The brand's orange is for surfaces, with dark text on it; as text and as a line it is too light on white.
            { fg: '700', subtle: '100', muted: '200', emphasized: '300', solid: '500', focusRing: '700', border: '700' },
            { fg: '300', subtle: '900', muted: '800', emphasized: '700', solid: '500', focusRing: '300', border: '500' },
          ),
          contrast: { value: '{colors.primary.950}' },
        },
        bg: {
          DEFAULT: { value: { _light: 'white', _dark: '{colors.primary.950}' } },
          subtle: { value: { _light: '{colors.primary.50}', _dark: '{colors.primary.950}' } },
          panel: { value: { _light: 'white', _dark: '{colors.primary.900}' } },
          muted: { value: { _light: '{colors.primary.100}', _dark: '{colors.primary.800}' } },
        },
        fg: {
          DEFAULT: { value: { _light: '{colors.primary.800}', _dark: '{colors.primary.50}' } },
          muted: { value: { _light: '{colors.primary.600}', _dark: '{colors.primary.300}' } },
          error: { value: { _light: '{colors.red.700}', _dark: '{colors.red.300}' } },
        },
        border: {
          DEFAULT: { value: { _light: '{colors.primary.200}', _dark: '{colors.primary.700}' } },
          error: { value: { _light: '{colors.red.700}', _dark: '{colors.red.300}' } },
        },
      },
    },
    // One weight: size, colour and space make the hierarchy. Pixels for the eye, rem for who enlarges text.
    textStyles: {
      pageTitle: { value: { fontSize: '1.75rem', lineHeight: '2.25rem', letterSpacing: '-0.01em' } },
      section: { value: { fontSize: '1.25rem', lineHeight: '1.75rem', letterSpacing: '-0.005em' } },
      part: { value: { fontSize: '1rem', lineHeight: '1.5rem' } },
      label: { value: { fontSize: '0.875rem', lineHeight: '1.25rem' } },
      figure: { value: { fontSize: { base: '2rem', md: '2.5rem' }, lineHeight: '1.15', letterSpacing: '-0.02em', fontVariantNumeric: 'tabular-nums' } },
    },
    recipes: {
      heading: { base: { fontWeight: '500', letterSpacing: '-0.01em' } },
      button: { base: { fontWeight: '500' }, variants: { size: { sm: { '@media (pointer: coarse)': { minH: '11', minW: '11' } }, md: { h: '11', minW: '11', px: '5', textStyle: 'part' } } } },
    },
  },
})

export const system = createSystem(mergeConfigs(base, ours))
