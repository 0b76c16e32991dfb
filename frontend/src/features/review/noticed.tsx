import { Button, Flex, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { casePath } from '@/lib/paths'
import { AlertIcon, CheckIcon } from '@/ui/icons'
import { LinkButton } from '@/ui/link-button'
import { APPLICANT } from './answers'
import type { Case } from './api'
import { fieldLabel, noticeText } from './labels'
import type { Seen } from './seen'
import { seenNotice, standing } from './to-review'

/** Where a field of the server stands here: an answer, or a document. Without one it is about the account. */
export function placeOf(field: string | null | undefined, found: Case): { answer?: string; document?: string } | null {
  if (!field) return { answer: APPLICANT }
  const kind = /^documents\.(\w+)$/.exec(field)?.[1]
  if (kind) {
    const document = standing(found).find((one) => one.kind === kind)
    return document ? { document: document.id } : null
  }
  const { people } = found.onboarding.form
  const [, index, part] = /^people(?:\[(\d+)\]\.(\w+))?$/.exec(field) ?? []
  // The answers name people by their id, the server by their place.
  if (index !== undefined) return { answer: `people[${people[Number(index)]?.id ?? ''}].${part ?? ''}` }
  if (field === 'people') return people[0] ? { answer: `people[${people[0].id ?? ''}].roles` } : null
  return { answer: field.startsWith('company.address') ? 'company.address' : field }
}

/** Several stand beneath each sentence: as quiet as words. */
const ACTION = { size: 'xs', variant: 'plain', px: '0', minH: '6', color: 'fg', textDecoration: 'underline', textUnderlineOffset: '3px', _hover: { textDecorationThickness: '2px' } } as const

interface NoticedProps {
  found: Case
  seen: Seen
  goTo: (field: string | null | undefined) => void
}

/** What the machine noticed. It decides nothing: somebody looks. */
export function Noticed({ found, seen, goTo }: NoticedProps) {
  const { t } = useLingui()
  return (
    <Stack as="ul" listStyleType="none" gap="3" aria-label={t`Noticed automatically`}>
      {found.noticed.map((notice) => {
        const what = seenNotice(found, notice)
        const isSeen = seen.has(what)
        const { field, params } = notice
        const other = params['case']
        const said = noticeText(notice)
        return (
          <Flex as="li" key={what} gap="2" align="flex-start">
            {isSeen ? <CheckIcon mt="0.5" color="green.solid" /> : <AlertIcon mt="0.5" color="orange.fg" />}
            <Stack gap="1" minW="0" flex="1">
              <Text overflowWrap="anywhere" color={isSeen ? 'fg.muted' : undefined}>
                {said}
              </Text>
              <HStack columnGap="4" rowGap="0" wrap="wrap">
                {placeOf(field, found) ? (
                  <Button
                    {...ACTION}
                    onClick={() => {
                      goTo(field)
                    }}
                  >
                    {field ? t`Show: ${fieldLabel(field)}` : t`Show: Applicant`}
                  </Button>
                ) : null}
                {typeof other === 'string' ? (
                  <LinkButton {...ACTION} to={casePath(other)}>
                    <Trans>Open the other case</Trans>
                  </LinkButton>
                ) : null}
                <Button
                  {...ACTION}
                  aria-label={isSeen ? t`Mark as unseen: ${said}` : t`Mark as seen: ${said}`}
                  onClick={() => {
                    if (isSeen) seen.unmark(what)
                    else seen.mark(what)
                  }}
                >
                  {isSeen ? <Trans>Mark as unseen</Trans> : <Trans>Mark as seen</Trans>}
                </Button>
              </HStack>
            </Stack>
          </Flex>
        )
      })}
    </Stack>
  )
}
