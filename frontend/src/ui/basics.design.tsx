import { Button, HStack, SimpleGrid, Stack, Text, Heading, Badge } from '@chakra-ui/react'
import { Empty } from './empty'
import { Labelled } from './fields'
import * as icons from './icons'
import { Input } from './input'
import { MainAction } from './main-action'
import { Notice } from './notice'
import { Panel } from './page'
import { ProgressBar } from './progress-bar'
import { Question } from './question'
import { Select } from './select-field'
import type { Specimen } from './specimen'
import { TextArea } from './text-area'

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft mbH & Co. KG'
const nothing = () => undefined

export const specimens: Specimen[] = [
  {
    name: 'Type',
    show: () => (
      <Stack gap="3">
        <Text textStyle="figure">€ 1,234,567.89</Text>
        <Heading as="h4" textStyle="pageTitle">Page title, 28</Heading>
        <Heading as="h4" textStyle="section">Section, 20</Heading>
        <Text>Body, 16: turn unpaid invoices into cash now.</Text>
        <Text textStyle="label" color="fg.muted">Label, 14 and muted</Text>
      </Stack>
    ),
  },
  {
    name: 'Actions: one is orange, what destroys is red and outlined, everything else is slate or plain',
    show: () => (
      <Stack gap="3">
        {(['sm', 'md', 'lg'] as const).map((size) => (
          <HStack key={size} wrap="wrap">
            <MainAction size={size}>Submit application</MainAction>
            <Button size={size}>Save</Button>
            <Button size={size} variant="outline">Cancel</Button>
            <Button size={size} variant="ghost">More</Button>
            <Button size={size} variant="outline" colorPalette="red">Remove buyer</Button>
            <Button size={size} loading loadingText="Saving">Save</Button>
            <Button size={size} disabled>Save</Button>
          </HStack>
        ))}
      </Stack>
    ),
  },
  {
    name: 'Fields of one height',
    show: () => (
      <SimpleGrid columns={{ base: 1, md: 3 }} gap="4">
        <Labelled label="Legal name" help="As in the commercial register."><Input defaultValue="Mühle Brandt GmbH" /></Labelled>
        <Labelled label="Legal form"><Select options={[{ value: 'a', label: 'Private limited company' }]} placeholder="Choose" /></Labelled>
        <Labelled label="Postal code" error="Enter the postal code."><Input /></Labelled>
        <Labelled label="Legal form" error="Choose the legal form."><Select options={[]} placeholder="Choose" /></Labelled>
        <Labelled label="Trading name" optional><Input placeholder="Brandt" /></Labelled>
        <Labelled label="Message" error="Enter a reason."><TextArea /></Labelled>
        <Labelled label="Amount" help="Figures are right-aligned in tables, not in fields."><Input inputMode="decimal" defaultValue="1,000.00" /></Labelled>
        <Labelled label={LONG}><Input defaultValue={LONG} /></Labelled>
        <Labelled label="Disabled"><Input disabled defaultValue="Fixed" /></Labelled>
      </SimpleGrid>
    ),
  },
  {
    name: 'Notices',
    show: () => (
      <Stack>
        {(['info', 'success', 'warning', 'error'] as const).map((status) => (
          <Notice key={status} status={status} title="We need two documents">Upload them, then submit again.</Notice>
        ))}
        <Notice status="info">Without a title. {LONG}</Notice>
      </Stack>
    ),
  },
  {
    name: 'Badges',
    show: () => (
      <HStack wrap="wrap">
        {['primary', 'orange', 'purple', 'green', 'red', 'blue', 'gray'].map((palette) => (
          <Badge key={palette} colorPalette={palette}>{palette}</Badge>
        ))}
      </HStack>
    ),
  },
  { name: 'Progress', show: () => <Stack>{[0, 45, 100].map((percent) => <ProgressBar key={percent} label={`${percent}%`} percent={percent} palette="secondary" />)}</Stack> },
  { name: 'A question before what cannot be undone', show: () => <Question question="Remove Nordwind SE?" yes="Remove buyer" no="Keep" confirm={nothing} leave={nothing} /> },
  {
    name: 'An empty list',
    show: () => (
      <Empty icon={<icons.BuyersIcon />} title="No buyers yet" action={<MainAction>Add buyer</MainAction>}>
        Add the companies you invoice. We check each before we finance your invoices to them.
      </Empty>
    ),
  },
  { name: 'A surface', show: () => <Panel><Text>{LONG}</Text></Panel> },
  {
    name: 'Icons',
    show: () => (
      <SimpleGrid columns={{ base: 3, sm: 6, lg: 9 }} gap="4">
        {Object.entries(icons).map(([name, Icon]) => (
          <Stack key={name} align="center" gap="1">
            <Icon width="6" height="6" />
            <Text fontSize="xs" color="fg.muted">{name.replace('Icon', '')}</Text>
          </Stack>
        ))}
      </SimpleGrid>
    ),
  },
]
