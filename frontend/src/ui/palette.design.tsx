import { Button, HStack } from '@chakra-ui/react'
import { useState } from 'react'
import { BookIcon, HomeIcon } from './icons'
import { Kbd } from './kbd'
import { Palette } from './palette'
import type { Specimen } from './specimen'

const nothing = () => undefined

function Opened({ said }: { said: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const groups = said
    ? []
    : [
        { title: 'Go to', commands: [{ id: 'home', label: 'Home', icon: HomeIcon, run: nothing }] },
        { title: 'Glossary', commands: [{ id: 'iban', label: 'IBAN', hint: 'The international number of a bank account: country code, check digits and account.', icon: BookIcon, run: nothing }] },
      ]
  return (
    <>
      <Button
        variant="outline"
        onClick={() => {
          setIsOpen(true)
        }}
      >
        {said || 'With results'}
      </Button>
      {isOpen ? (
        <Palette
          label="Search"
          placeholder="Search screens and terms"
          value={typed}
          change={setTyped}
          groups={groups}
          said={said}
          close={() => {
            setIsOpen(false)
          }}
          foot={<Kbd>Esc</Kbd>}
        />
      ) : null}
    </>
  )
}

export const specimens: Specimen[] = [
  {
    name: 'The search over a screen: with results, looking, without any',
    show: () => (
      <HStack wrap="wrap">
        <Opened said="" />
        <Opened said="Searching…" />
        <Opened said="No results for “nothing”." />
      </HStack>
    ),
  },
]
