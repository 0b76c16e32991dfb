import { Box, Menu, Text } from '@chakra-ui/react'
import { menuSlotRecipe } from '@chakra-ui/react/theme'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentType } from 'react'
import { useMe } from '@/entities/user/me'
import { i18n } from '@/lib/i18n'
import { useNavigate } from '@/lib/navigation'
import { paths, sessionsPath } from '@/lib/paths'
import { theme, type Theme } from '@/ui/color-scheme'
import { CheckIcon, KeyIcon, LeaveIcon, PhoneIcon, ShieldIcon } from '@/ui/icons'
import { languageOptions, themeOptions, useChooseLanguage } from './choices'
import { useSignOut } from './sign-out'

interface AccountMenuProps {
  ids: { trigger: string; content: string }
  name: string
  close: () => void
  showKeys: () => void
}

const ROW = { minH: '10', px: '3', gap: '3', borderRadius: 'l1', '@media (pointer: coarse)': { minH: '11' } } as const

/** What concerns the account, and how the product looks and speaks on this device. */
export default function AccountMenu({ ids, name, close, showKeys }: AccountMenuProps) {
  const { t } = useLingui()
  const { userDetails } = useMe()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const chooseLanguage = useChooseLanguage()
  const does: Record<string, () => void> = {
    security: () => {
      navigate(paths.security)
    },
    sessions: () => {
      navigate(sessionsPath)
    },
    keys: showKeys,
    leave: () => { signOut() },
  }
  return (
    <Menu.Root
      recipe={menuSlotRecipe}
      ids={ids}
      open
      onOpenChange={({ open }) => {
        if (!open) close()
      }}
      onSelect={({ value }) => {
        does[value]?.()
      }}
      positioning={{ placement: 'bottom-end' }}
    >
      {/* Within the bar, not at the end of the page: it belongs to the landmark of its button. */}
      <Menu.Positioner>
        <Menu.Content minW="18rem" maxW="calc(100vw - 2rem)" maxH="var(--available-height)" p="2" aria-label={t`Account`} aria-labelledby={undefined}>
          <Box px="3" py="2">
            <Text truncate title={name}>
              {name}
            </Text>
            <Text textStyle="label" color="fg.muted" truncate title={userDetails?.email}>
              {userDetails?.email}
            </Text>
          </Box>
          <Menu.Separator />
          <Item value="security" icon={ShieldIcon}>
            <Trans>Security</Trans>
          </Item>
          <Item value="sessions" icon={PhoneIcon}>
            <Trans>Sessions</Trans>
          </Item>
          <Menu.Separator />
          <Options
            label={t`Theme`}
            value={theme.use()}
            options={themeOptions()}
            choose={(value) => {
              theme.set(value as Theme)
            }}
          />
          <Options label={t`Language`} value={i18n.locale} options={languageOptions} choose={chooseLanguage} />
          <Menu.Separator />
          <Item value="keys" icon={KeyIcon}>
            <Trans>Keyboard shortcuts</Trans>
          </Item>
          <Item value="leave" icon={LeaveIcon}>
            <Trans>Sign out</Trans>
          </Item>
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}

function Item({ value, icon: Icon, children }: { value: string; icon: ComponentType<{ color: string }>; children: React.ReactNode }) {
  return (
    <Menu.Item value={value} css={ROW}>
      <Icon color="fg.muted" />
      {children}
    </Menu.Item>
  )
}

interface OptionsProps {
  label: string
  value: string
  options: readonly { value: string; label: string; lang?: string }[]
  choose: (value: string) => void
}

/** One of a few, side by side. The menu stays open: one sees what it does. */
function Options({ label, value, options, choose }: OptionsProps) {
  return (
    <Menu.RadioItemGroup
      value={value}
      aria-label={label}
      onValueChange={(chosen) => {
        choose(chosen.value)
      }}
    >
      <Menu.ItemGroupLabel textStyle="label" fontSize="xs" color="fg.muted" px="3">
        {label}
      </Menu.ItemGroupLabel>
      <Box display="flex" gap="1" px="1" pb="1">
        {options.map((option) => (
          <Menu.RadioItem
            key={option.value}
            value={option.value}
            closeOnSelect={false}
            lang={option.lang}
            flex="1"
            css={{ ...ROW, px: '2', gap: '1.5', justifyContent: 'center', borderWidth: '1px', borderColor: 'transparent', '&[data-state=checked]': { borderColor: 'primary.border', bg: 'bg.muted' } }}
          >
            {option.value === value ? <CheckIcon width="4" height="4" /> : null}
            {option.label}
          </Menu.RadioItem>
        ))}
      </Box>
    </Menu.RadioItemGroup>
  )
}
