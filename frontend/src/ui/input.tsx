import { Box, defineRecipe, Input as ChakraInput, Text, useFieldContext } from '@chakra-ui/react'
import { inputRecipe } from '@chakra-ui/react/theme'
import { useId, useState } from 'react'
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

export interface MoneyProps {
  /** Of an amount: its currency, which stands in the field. */
  money?: string | undefined
  /** The currency is chosen in a field beside this one, or stands in the label. */
  isCurrencyBeside?: boolean
}

/** One line of text, without its label. */
export function Input({ money, isCurrencyBeside = false, ...props }: InputProps & MoneyProps) {
  return money === undefined ? <ChakraInput recipe={recipe} {...props} /> : <AmountInput currency={money} isCurrencyBeside={isCurrencyBeside} {...props} />
}

// Not with every form: few ask for amounts.
const amountReading = () => import('@/lib/amount-reading')

/** Has the field say this as if it was typed: who hears of changes hears of this one too. */
function write(field: HTMLInputElement, text: string): void {
  // React takes no notice of what is set on the element itself.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** An amount: written with signs between its thousands once the field is left, and said beneath where it could be read as another one. */
function AmountInput({ currency, isCurrencyBeside, onChange, onBlur, ...props }: InputProps & { currency: string; isCurrencyBeside: boolean }) {
  const [isTyped, setTyped] = useState(false)
  const { part: reading } = useLoaded(amountReading)
  const [doubtful, setDoubtful] = useState<string | null>(null)
  const field = useFieldContext() as ReturnType<typeof useFieldContext> | undefined
  const unit = useId()
  const input = (
    <ChakraInput
      recipe={recipe}
      inputMode="decimal"
      autoComplete="off"
      fontVariantNumeric="tabular-nums"
      {...(isCurrencyBeside ? {} : { pe: '14', 'aria-describedby': `${field?.ariaDescribedby ?? ''} ${unit}` })}
      {...props}
      onChange={(event) => {
        setTyped(true)
        setDoubtful(reading?.readingOf(event.target.value, currency) ?? null)
        onChange?.(event)
      }}
      onBlur={(event) => {
        const grouped = isTyped ? (reading?.groupedMoney(event.target.value, currency) ?? null) : null
        if (grouped !== null && grouped !== event.target.value) write(event.target, grouped)
        setTyped(false)
        onBlur?.(event)
      }}
    />
  )
  return (
    <>
      {isCurrencyBeside ? (
        input
      ) : (
        <Box position="relative" w="full">
          {input}
          <Text as="span" id={unit} position="absolute" insetEnd="3" top="0" color="fg.muted" textStyle="label" lineHeight="10" pointerEvents="none">
            {currency}
          </Text>
        </Box>
      )}
      {doubtful === null ? null : (
        <Text role="status" color="fg.muted" textStyle="label">
          {doubtful}
        </Text>
      )}
    </>
  )
}
