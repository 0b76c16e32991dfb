import { Box, HStack, Stack } from '@chakra-ui/react'
import { Avatar } from './avatar'
import { Choice } from './choice'
import { HomeIcon, InboxIcon, PersonIcon } from './icons'
import { Kbd } from './kbd'
import { LoadingPage, LoadingShape, type Shape } from './loading'
import { PlacesOnTheWay } from './loading'
import { PlaceBar, PlaceList, type PlaceGroup } from './places'
import type { Specimen } from './specimen'

const LONG = 'Donaudampfschifffahrtsgesellschaft'

const groups: PlaceGroup[] = [
  { places: [{ to: '/design', label: 'Home', icon: HomeIcon, isHere: false }] },
  {
    title: 'Work',
    places: [
      {
        to: '/design?a',
        label: 'Applications',
        icon: InboxIcon,
        isHere: true,
        views: [
          { to: '/design?b', label: 'To review', isHere: true },
          { to: '/design?c', label: `${LONG} and its sisters`, isHere: false },
        ],
      },
    ],
  },
]

const shapes: Shape[] = ['article', 'card', 'case', 'dashboard', 'form', 'list']

export const specimens: Specimen[] = [
  {
    name: 'Places down the side, and before it is known whose',
    show: () => (
      <HStack align="flex-start" gap="6" wrap="wrap">
        <Box w="15rem" bg="bg.subtle" p="3">
          <PlaceList groups={groups} />
        </Box>
        <Box w="15rem" bg="bg.subtle" p="3">
          <PlacesOnTheWay />
        </Box>
      </HStack>
    ),
  },
  {
    name: 'Places along the foot of a phone',
    show: () => (
      <Box maxW="24rem" borderWidth="1px">
        <PlaceBar
          places={[
            { to: '/design', label: 'Home', icon: HomeIcon, isHere: false },
            { to: '/design?a', label: 'Applications', icon: InboxIcon, isHere: true },
            { to: '/design?b', label: LONG, icon: PersonIcon, isHere: false },
          ]}
        />
      </Box>
    ),
  },
  {
    name: 'A person, a key, a small choice',
    show: () => (
      <HStack wrap="wrap">
        <Avatar name="Ada Brandt" />
        <Avatar name="Zoë" />
        <Kbd>Ctrl</Kbd>
        <Kbd>K</Kbd>
        <Choice label="Theme" value="light" options={[{ value: 'light', label: 'Light' }, { value: 'dark', label: 'Dark' }]} choose={() => undefined} />
      </HStack>
    ),
  },
  {
    name: 'Screens that are on their way',
    show: () => (
      <Stack>
        {shapes.map((shape) => (
          <Box key={shape} borderWidth="1px">
            <LoadingShape value={shape}>
              <LoadingPage />
            </LoadingShape>
          </Box>
        ))}
      </Stack>
    ),
  },
]
