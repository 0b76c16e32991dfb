import { chakra } from '@chakra-ui/react'

interface ChoiceProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string; lang?: string }[]
  choose: (value: T) => void
}

/** A small choice that takes effect at once. */
export function Choice<T extends string>({ label, value, options, choose }: ChoiceProps<T>) {
  return (
    <chakra.label display="inline-flex" alignItems="center" gap="2" color="fg.muted">
      {label}
      {/* Not NativeSelect: it brings the machinery of forms to screens that have none. */}
      <chakra.select
        value={value}
        bg="bg"
        color="fg"
        h="9"
        px="2"
        borderWidth="1px"
        borderColor="primary.border"
        borderRadius="l2"
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
      </chakra.select>
    </chakra.label>
  )
}
