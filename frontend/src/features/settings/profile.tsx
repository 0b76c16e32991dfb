import { Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import type { Schemas } from '@/api/client'
import { countryOptions } from '@/lib/countries'
import { countryName } from '@/lib/country-name'
import { config } from '@/lib/config'
import { toE164 } from '@/lib/phone-numbers'
import { atMost, chosen, emailAddress, line } from '@/lib/schemas'
import { TextField } from '@/ui/fields'
import { FormGroup } from '@/ui/form-group'
import { Notice } from '@/ui/notice'
import { SelectField } from '@/ui/select-field'
import { toast } from '@/ui/toasts'
import { useChangeDetails, type HouseSettings } from './api'
import { differencesOf } from './configured'
import { EditedPart, Facts, ShownPart } from './part'
import { usePart, withDetails, type Part } from './use-part'

const LONGEST = 200
const optional = z.string().check(z.trim(), atMost(LONGEST))

// Shaped as the server’s, whose fields are found by their names.
const ProfileSchema = z.object({
  profile: z.object({
    legalName: line(LONGEST),
    address: z.object({ street: line(LONGEST), postalCode: optional, city: line(LONGEST), country: chosen }),
    registrationNumber: optional,
    taxNumber: optional,
    email: emailAddress,
    phone: optional,
  }),
})
type Values = z.infer<typeof ProfileSchema>

const part: Part = { draft: 'settings:profile', of: ({ profile }) => profile }

function valuesOf({ profile }: HouseSettings): Values {
  const { legalName = '', address, registrationNumber, taxNumber, email = '', phone } = profile ?? {}
  const { street = '', postalCode, city = '', country = '' } = address ?? {}
  return { profile: { legalName, address: { street, postalCode: postalCode ?? '', city, country }, registrationNumber: registrationNumber ?? '', taxNumber: taxNumber ?? '', email, phone: phone ?? '' } }
}

function profileOf({ profile: { address, registrationNumber, taxNumber, phone, ...rest } }: Values): Schemas['HouseProfileBody'] {
  return {
    ...rest,
    address: { ...address, postalCode: address.postalCode || null },
    registrationNumber: registrationNumber || null,
    taxNumber: taxNumber || null,
    // What is no number of the country the server says.
    phone: phone ? (toE164(phone, address.country) ?? phone) : null,
  }
}

/** Who the house is to its customers. */
export function Profile({ settings }: { settings: HouseSettings }) {
  return (
    <ShownPart
      part={part}
      title={<Trans>Our details</Trans>}
      lead={<Trans>Who we are to customers and debtors.</Trans>}
      mayChange={settings.mayChange}
      change={<Trans>Change our details</Trans>}
      facts={
        <>
          <Configured settings={settings} />
          <ProfileFacts settings={settings} />
        </>
      }
      form={(leave) => <ProfileForm settings={settings} leave={leave} />}
    />
  )
}

/** Letters name the house of the settings, pages that of the configuration: who looks after them learns where these differ. */
function Configured({ settings: { profile } }: { settings: HouseSettings }) {
  const { t } = useLingui()
  const { house } = config()
  const differs = profile ? differencesOf(profile, house, countryName(profile.address.country)) : []
  if (differs.length === 0) return null
  const { name, address } = house
  return (
    <Notice status="warning" title={t`Our pages name us differently`}>
      {differs.includes('name') ? <Text><Trans>Name on our pages: {name}</Trans></Text> : null}
      {differs.includes('address') ? <Text><Trans>Address on our pages: {address}</Trans></Text> : null}
      <Text><Trans>Letters and papers use the details below. Change what is wrong: here, or where this server is configured.</Trans></Text>
    </Notice>
  )
}

function ProfileFacts({ settings: { profile, referenceCode } }: { settings: HouseSettings }) {
  const { t } = useLingui()
  if (!profile) {
    return (
      <Text color="fg.muted">
        <Trans>Nothing entered yet.</Trans>
      </Text>
    )
  }
  const { legalName, address, registrationNumber, taxNumber, email, phone } = profile
  const town = [address.postalCode, address.city].filter(Boolean).join(' ')
  return (
    <Facts
      rows={[
        { id: 'legalName', label: t`Legal name`, value: legalName },
        { id: 'address', label: t`Address`, value: <Stack gap="0">{[address.street, town, countryName(address.country)].map((one) => <Text key={one}>{one}</Text>)}</Stack> },
        { id: 'registrationNumber', label: t`Registration number`, value: registrationNumber ?? '–' },
        { id: 'taxNumber', label: t`Tax number`, value: taxNumber ?? '–' },
        { id: 'email', label: t`E-mail`, value: email },
        { id: 'phone', label: t`Phone`, value: phone ?? '–' },
        { id: 'referenceCode', label: t`Code in payment references`, value: referenceCode ?? '–' },
      ]}
    />
  )
}

function ProfileForm({ settings, leave }: { settings: HouseSettings; leave: () => void }) {
  const { t } = useLingui()
  const change = useChangeDetails()
  const edited = usePart(part, settings, valuesOf(settings), zodResolver(ProfileSchema))
  const { register, formState } = edited.form
  const errors = formState.errors.profile
  const save = async (values: Values) => {
    const saved = await edited.send((on) => change.mutateAsync(withDetails(on, { profile: profileOf(values) })))
    if (saved) toast.success(t`Our details saved`)
    return saved !== null
  }
  return (
    <EditedPart label={t`Change our details`} edited={edited} error={change.error} save={save} leave={leave} factsOf={(now) => <ProfileFacts settings={now} />} action={<Trans>Save changes</Trans>}>
      <FormGroup as="h3" title={<Trans>Company</Trans>}>
        <TextField label={t`Legal name`} autoComplete="organization" input={register('profile.legalName')} error={errors?.legalName?.message} />
        <TextField label={t`Registration number`} optional autoComplete="off" input={register('profile.registrationNumber')} error={errors?.registrationNumber?.message} />
        <TextField label={t`Tax number`} optional autoComplete="off" input={register('profile.taxNumber')} error={errors?.taxNumber?.message} />
      </FormGroup>
      <FormGroup as="h3" title={<Trans>Address</Trans>}>
        <TextField label={t`Street and number`} autoComplete="street-address" input={register('profile.address.street')} error={errors?.address?.street?.message} />
        <TextField label={t`Postal code`} optional autoComplete="postal-code" input={register('profile.address.postalCode')} error={errors?.address?.postalCode?.message} />
        <TextField label={t`City`} autoComplete="address-level2" input={register('profile.address.city')} error={errors?.address?.city?.message} />
        <SelectField label={t`Country`} placeholder={t`Choose`} options={countryOptions()} autoComplete="country" input={register('profile.address.country')} error={errors?.address?.country?.message} />
      </FormGroup>
      <FormGroup as="h3" title={<Trans>How to reach us</Trans>} lead={<Trans>Where customers write and call.</Trans>}>
        <TextField label={t`E-mail`} type="email" autoComplete="email" input={register('profile.email')} error={errors?.email?.message} />
        <TextField label={t`Phone`} optional type="tel" autoComplete="tel" help={t`A number of the country above`} input={register('profile.phone')} error={errors?.phone?.message} />
      </FormGroup>
    </EditedPart>
  )
}
