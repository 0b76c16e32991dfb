import { HStack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useFindApplications } from '@/entities/application/find'
import { statusOf } from '@/entities/application/status'
import { useOperatorMay } from '@/entities/operator/api'
import { useMe } from '@/entities/user/me'
import { glossary } from '@/lib/glossary'
import { i18n, text } from '@/lib/i18n'
import { useNavigate } from '@/lib/navigation'
import { casePath, paths, sessionsPath } from '@/lib/paths'
import { theme } from '@/ui/color-scheme'
import { BookIcon, CompanyIcon, KeyIcon, LanguageIcon, LeaveIcon, MoonIcon, ScreenIcon, ShieldIcon, SunIcon } from '@/ui/icons'
import { Kbd } from '@/ui/kbd'
import { Palette, type Command, type CommandGroup } from '@/ui/palette'
import type { Place } from '@/ui/places'
import { languageOptions, themeOptions, useChooseLanguage } from './choices'
import { matches, recent, remember } from './found'
import type { Frame } from './places'
import { useSignOut } from './sign-out'

interface SearchProps {
  frame: Frame
  close: () => void
  showKeys: () => void
}

/** A pause in typing. */
const SEARCH_AFTER_MS = 200

/** Finds screens, actions, terms and, for operators, companies. */
export default function Search({ frame, close, showKeys }: SearchProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const { userDetails } = useMe()
  const user = userDetails?.id ?? ''
  const navigate = useNavigate()
  const seesCompanies = useOperatorMay('read_applications') && frame.area === 'office'
  const companies = useCompanies(typed, seesCompanies)
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
        { title: t`Companies`, commands: companies.commands },
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
        // Which companies somebody looked at stays with the server.
        if (!command.id.startsWith(COMPANY)) remember(user, command.id)
        command.run()
      },
    })),
  }))
  const nothing = groups.every(({ commands }) => commands.length === 0)
  return (
    <Palette
      label={t`Search`}
      placeholder={seesCompanies ? t`Search companies, screens and terms` : t`Search screens and terms`}
      value={typed}
      change={setTyped}
      groups={remembered}
      said={companies.isSearching ? t`Searching…` : !nothing ? '' : companies.hasFailed ? t`Can’t reach Sooner. Check your connection and try again.` : t`No results for “${typed}”.`}
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

const COMPANY = 'company:'

/** Companies whose names, people or numbers begin with what is typed. */
function useCompanies(typed: string, isOperator: boolean) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => {
      setAsked(typed.trim())
    }, SEARCH_AFTER_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [typed])
  const wanted = isOperator && typed.trim() !== ''
  const { data, isFetching, isError } = useFindApplications(wanted ? asked : '')
  const commands = (wanted && asked ? (data ?? []) : []).map((entry): Command => ({
    id: COMPANY + entry.id,
    label: entry.companyName ?? t`Unnamed company`,
    hint: `${entry.applicant.fname} ${entry.applicant.lname} · ${text(statusOf(entry.status).label)}`,
    icon: CompanyIcon,
    run: () => {
      navigate(casePath(entry.id))
    },
  }))
  return { commands, isSearching: wanted && (asked !== typed.trim() || isFetching), hasFailed: wanted && isError }
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
    { id: 'leave', label: t`Sign out`, icon: LeaveIcon, run: () => void signOut() },
  ]
}
