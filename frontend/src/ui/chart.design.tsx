import { Bars } from './chart'
import type { Specimen } from './specimen'

const weeks = [3_000, 0, 12_500, 40, 8_000, 0, 0, 1_200].map((value, place) => ({ id: String(place), label: `Week ${place + 1}`, value, cells: [`Week ${place + 1}`, `€${value.toLocaleString('en')}`] }))
const ages = [9_000, 0, 1_500].map((value, place) => ({ id: String(place), label: ['Not due', '1–30 days', 'Over 30 days'][place] ?? '', value, isAlarming: place > 0, cells: [place, `€${value.toLocaleString('en')}`] }))

export const specimens: Specimen[] = [
  { name: 'Bars by week', show: () => <Bars label="By week" most="€12,500" heads={['Week', 'Amount']} bars={weeks} /> },
  { name: 'Bars, some of them alarming', show: () => <Bars label="By age" most="€9,000" heads={['Age', 'Amount']} bars={ages} /> },
]
