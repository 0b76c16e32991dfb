import { useApplication } from '@/entities/application/api'
import { Buyers } from '@/features/buyers/buyers'

/** The one list of buyers, on every screen that shows it. */
export default function SharedBuyers() {
  const allowed = useApplication().data?.allowedActions ?? []
  return <Buyers mayAdd={allowed.includes('add_buyers')} mayEdit={allowed.includes('edit_buyers')} />
}
