import { HStack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useMe } from '@/entities/user/me'
import { glossary } from '@/lib/glossary'
import { i18n, text } from '@/lib/i18n'
import { useNavigate } from '@/lib/navigation'
import { paths, sessionsPath } from '@/lib/paths'
import { theme } from '@/ui/color-scheme'
import { BookIcon, KeyIcon, LanguageIcon, LeaveIcon, MoonIcon, ScreenIcon, ShieldIcon, SunIcon } from '@/ui/icons'
import { Kbd } from '@/ui/kbd'
import { Palette, type Command, type CommandGroup } from '@/ui/palette'
import type { Place } from '@/ui/places'
import { languageOptions, themeOptions, useChooseLanguage } from './choices'
import { matches, recent, remember } from './found'
import type { Frame } from './places'
import { isFound, useFound } from './search-found'
import { useSignOut } from './sign-out'

interface SearchProps {
  frame: Frame
  close: () => void
  showKeys: () => void
}

/** Finds screens, actions, terms, and what the server knows of. */
export default function Search({ frame, close, showKeys }: SearchProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const { userDetails } = useMe()
  const user = userDetails?.id ?? ''
  const navigate = useNavigate()
  const server = useFound(typed, frame)
  const screens = useScreens(frame)
  const actions = useActions(showKeys)
  const terms = Object.entries(glossary).map(([id, { term, meaning }]): Command => ({
    id: `term:${id}`,
    label: text(term),
    hint: text(meaning),
    icon: BookIcon,
    run: () => {
      navigate(`${paths.glossary}#${id}`)
    },
  }))
  const all = [...screens, ...actions, ...terms]
  const found = (commands: Command[]) => commands.filter(({ label }) => matches(label, typed))
  const last = recent(user)
  const lately = last.flatMap((id) => all.find((command) => command.id === id) ?? [])
  const rest = (commands: Command[]) => commands.filter(({ id }) => !last.includes(id))
  const groups: CommandGroup[] = typed.trim()
    ? [
        { title: t`Go to`, commands: found(screens) },
        ...server.groups,
        { title: t`Actions`, commands: found(actions) },
        { title: t`Glossary`, commands: found(terms) },
      ]
    : [
        { title: t`Recently used`, commands: lately },
        { title: t`Go to`, commands: rest(screens) },
        { title: t`Actions`, commands: rest(actions) },
      ]
  const remembered = groups.map((group) => ({
    ...group,
    commands: group.commands.map((command) => ({
      ...command,
      run: () => {
        // Which companies and invoices somebody looked at stays with the server.
        if (!isFound(command)) remember(user, command.id)
        command.run()
      },
    })),
  }))
  const nothing = groups.every(({ commands }) => commands.length === 0)
  return (
    <Palette
      label={t`Search`}
      placeholder={server.seesCompanies ? t`Search companies, invoices, debtors and screens` : t`Search screens and terms`}
      value={typed}
      change={setTyped}
      groups={remembered}
      said={server.isSearching ? t`Searching…` : !nothing ? '' : server.hasFailed ? t`Can’t reach Sooner. Check your connection and try again.` : t`No results for “${typed}”.`}
      close={close}
      foot={
        <>
          <HStack gap="1.5">
            <Kbd>↑</Kbd>
            <Kbd>↓</Kbd>
            <Trans>to choose</Trans>
          </HStack>
          <HStack gap="1.5">
            <Kbd>↵</Kbd>
            <Trans>to open</Trans>
          </HStack>
          <HStack gap="1.5">
            <Kbd>ESC</Kbd>
            <Trans>to close</Trans>
          </HStack>
        </>
      }
    />
  )
}

function useScreens({ groups }: Frame): Command[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const others = [
    { to: paths.security, label: t`Security`, icon: ShieldIcon },
    { to: sessionsPath, label: t`Sessions`, icon: ShieldIcon },
    { to: paths.glossary, label: t`Glossary`, icon: BookIcon },
  ]
  const places = groups.flatMap((group) => group.places.flatMap(({ views = [], ...place }) => [place, ...views.map((view) => ({ ...view, icon: place.icon }))]))
  return [...places, ...others].map(({ id, to, label, icon }: Omit<Place, 'isHere'>) => ({
    id: `screen:${id ?? to}`,
    label,
    icon,
    run: () => {
      navigate(to)
    },
  }))
}

function useActions(showKeys: () => void): Command[] {
  const { t } = useLingui()
  const chooseLanguage = useChooseLanguage()
  const signOut = useSignOut()
  const now = theme.use()
  const icons = { system: ScreenIcon, light: SunIcon, dark: MoonIcon }
  return [
    ...themeOptions()
      .filter(({ value }) => value !== now)
      .map(({ value, label }) => ({
        id: `theme:${value}`,
        label: t`Theme: ${label}`,
        icon: icons[value],
        run: () => {
          theme.set(value)
        },
      })),
    ...languageOptions
      .filter(({ value }) => value !== i18n.locale)
      .map(({ value, label }) => ({
        id: `language:${value}`,
        label: t`Language: ${label}`,
        icon: LanguageIcon,
        run: () => {
          chooseLanguage(value)
        },
      })),
    { id: 'keys', label: t`Keyboard shortcuts`, icon: KeyIcon, run: showKeys },
    { id: 'leave', label: t`Sign out`, icon: LeaveIcon, run: () => { signOut() } },
  ]
}
