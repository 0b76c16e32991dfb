import { defineRecipe, Input as ChakraInput, Text } from '@chakra-ui/react'
import { inputRecipe } from '@chakra-ui/react/theme'
import { useState } from 'react'
import { useLoaded } from '@/lib/use-loaded'

const { variants } = inputRecipe

/** Fields of one height, of a size at which phones do not zoom in. It stands here because fields come with the forms, not with the first page. */
const recipe = defineRecipe({
  ...inputRecipe,
  variants: {
    ...variants,
    size: { ...variants?.size, md: { ...variants?.size.md, px: '3', textStyle: 'part', '--input-height': 'sizes.11' } },
    variant: { ...variants?.variant, outline: { ...variants?.variant.outline, borderColor: 'primary.border', bg: 'bg.panel' } },
  },
})

type InputProps = Omit<React.ComponentProps<typeof ChakraInput>, 'recipe'>

/** One line of text, without its label. Of an amount, `money` is the currency. */
export function Input({ money, ...props }: InputProps & { money?: string | undefined }) {
  return money === undefined ? <ChakraInput recipe={recipe} {...props} /> : <AmountInput currency={money} {...props} />
}

// Not with every form: few ask for amounts.
const amountReading = () => import('@/lib/amount-reading')

/** An amount: written with signs between its thousands once the field is left, and said beneath where it could be read as another one. */
function AmountInput({ currency, onChange, onBlur, ...props }: InputProps & { currency: string }) {
  const [isTyped, setTyped] = useState(false)
  const { part: reading } = useLoaded(amountReading)
  const [doubtful, setDoubtful] = useState<string | null>(null)
  return (
    <>
      <ChakraInput
        recipe={recipe}
        inputMode="decimal"
        autoComplete="off"
        fontVariantNumeric="tabular-nums"
        {...props}
        onChange={(event) => {
          setTyped(true)
          setDoubtful(reading?.readingOf(event.target.value, currency) ?? null)
          onChange?.(event)
        }}
        onBlur={(event) => {
          const grouped = isTyped ? (reading?.groupedMoney(event.target.value, currency) ?? null) : null
          setTyped(false)
          if (grouped !== null && grouped !== event.target.value) {
            event.target.value = grouped
            onChange?.(event)
          }
          onBlur?.(event)
        }}
      />
      {doubtful === null ? null : (
        <Text role="status" color="fg.muted" textStyle="label">
          {doubtful}
        </Text>
      )}
    </>
  )
}
