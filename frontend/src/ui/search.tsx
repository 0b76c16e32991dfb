import { Button, HStack } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState, type RefObject } from 'react'
import { Labelled } from './fields'
import { Input } from './input'

const SEARCH_AFTER_MS = 300

interface SearchProps {
  label: string
  /** What is looked through. */
  help: string
  /** Where it stands: nothing is searched any more once one is elsewhere. */
  path: string
  /** What the address says. */
  value: string
  field?: RefObject<HTMLInputElement | null>
  search: (words: string) => void
}

/** Finds while one types, once that pauses. */
export function Search({ label, help, path, value, field, search }: SearchProps) {
  const [words, setWords] = useState(value)
  const [known, setKnown] = useState(value)
  // Following a link or going back changes the address: the field follows.
  if (known !== value) {
    setKnown(value)
    setWords(value)
  }
  useEffect(() => {
    if (words === value) return undefined
    const timer = setTimeout(() => {
      // Something was opened before the field came to rest: it stays open while its screen is loaded.
      if (window.location.pathname !== path) return
      search(words.trim() === '' ? '' : words)
    }, SEARCH_AFTER_MS)
    return () => {
      clearTimeout(timer)
    }
  })
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        search(words)
      }}
    >
      <Labelled label={label} help={help}>
        <HStack w="full" maxW="2xl">
          <Input
            {...(field ? { ref: field } : {})}
            type="search"
            value={words}
            maxLength={300}
            autoComplete="off"
            onChange={(event) => {
              setWords(event.target.value)
            }}
          />
          {words ? (
            <Button
              variant="outline"
              onClick={() => {
                setWords('')
                search('')
              }}
            >
              <Trans>Clear</Trans>
            </Button>
          ) : null}
        </HStack>
      </Labelled>
    </form>
  )
}
