import { chakra, NativeSelect } from '@chakra-ui/react'

interface ChoiceProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string; lang?: string }[]
  choose: (value: T) => void
}

/** A small choice that takes effect at once; its name is said, not shown. */
export function Choice<T extends string>({ label, value, options, choose }: ChoiceProps<T>) {
  return (
    <NativeSelect.Root size="sm" width="auto">
      <NativeSelect.Field
        aria-label={label}
        value={value}
        css={{ '@media (pointer: coarse)': { minH: '11' } }}
        onChange={(event) => {
          choose(event.target.value as T)
        }}
      >
        {options.map((option) => (
          <chakra.option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </chakra.option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  )
}
