import { Badge, Box, Button, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { MainAction } from './main-action'
import { MasterDetail } from './master-detail'
import type { Specimen } from './specimen'
import { SelectionBar, selectedWith, Table, type Column } from './table'
import { PanePart } from './work-page'

interface Row {
  name: string
  country: string
  amount: string | null
}

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft mbH & Co. KG'
const rows: Row[] = [
  { name: 'Mühle Brandt GmbH', country: 'Germany', amount: '€1,250,000' },
  { name: LONG, country: 'Austria', amount: '€98,000' },
  { name: 'Van der Meer Logistics B.V.', country: 'Netherlands', amount: null },
]
const columns: Column<Row>[] = [
  { id: 'name', label: 'Company', cell: ({ name }) => name, sortTo: '?sort=name', sorted: 'ascending' },
  { id: 'country', label: 'Country', cell: ({ country }) => country },
  { id: 'amount', label: 'Amount', isFigure: true, cell: ({ amount }) => amount ?? '–', isBlank: ({ amount }) => amount === null, sortTo: '?sort=amount' },
  { id: 'flags', label: 'Flags', cell: ({ country }) => (country === 'Austria' ? <Badge colorPalette="blue">New</Badge> : null), isBlank: ({ country }) => country !== 'Austria' },
]

function Selecting() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set([LONG]))
  return (
    <Box>
      <Table
        label="Companies"
        rows={rows}
        columns={columns}
        keyOf={({ name }) => name}
        nameOf={({ name }) => name}
        to={() => '/design'}
        under={({ country }) => `HRB 1 · ${country}`}
        selected={selected}
        select={(chosen, isSelected) => {
          setSelected(selectedWith(selected, chosen.map(({ name }) => name), isSelected))
        }}
      />
      {selected.size > 0 ? (
        <SelectionBar text={`${selected.size} selected`}>
          <Button size="sm">Assign to me</Button>
        </SelectionBar>
      ) : null}
    </Box>
  )
}

function Details() {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <Box display="flex" h="20rem" borderWidth="1px">
      <MasterDetail
        open={open}
        detailLabel={open ?? 'Nothing open'}
        back={<Button size="sm" variant="ghost" onClick={() => { setOpen(null) }}>Back</Button>}
        list={rows.map(({ name }) => (
          <Button key={name} data-item={name} size="sm" variant={open === name ? 'subtle' : 'ghost'} w="full" justifyContent="flex-start" onClick={() => { setOpen(name) }}>
            <Text as="span" truncate>{name}</Text>
          </Button>
        ))}
        detail={<Text p="4">{open ?? 'Choose one.'}</Text>}
      />
    </Box>
  )
}

export const specimens: Specimen[] = [
  { name: 'A table, and cards below 48 em', show: () => <Table label="Companies" rows={rows} columns={columns} keyOf={({ name }) => name} nameOf={({ name }) => name} to={() => '/design'} /> },
  { name: 'A table with something to do for several rows', show: () => <Selecting /> },
  { name: 'A list with one of its items open', show: () => <Details /> },
  {
    name: 'Parts of a pane',
    show: () => (
      <Box maxW="24rem">
        <PanePart title="Company" actions={<Button size="sm" variant="outline">Mark as seen</Button>}><Text>{LONG}</Text></PanePart>
        <PanePart title="Bank account"><Text>DE89 3704 0044 0532 0130 00</Text></PanePart>
      </Box>
    ),
  },
  {
    name: 'What is against, what lies between, what is hoped for',
    show: () => (
      <Box display="flex" gap="2" flexWrap="wrap">
        <Button size="sm" variant="outline" colorPalette="red">Disapprove</Button>
        <Button size="sm" variant="outline">Request documents</Button>
        <MainAction size="sm">Approve</MainAction>
      </Box>
    ),
  },
]
