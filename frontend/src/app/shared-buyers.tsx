import { useApplication } from '@/api/onboarding'
import { Buyers } from '@/features/buyers/buyers'

/** The one list of buyers, on every screen that shows it. */
export default function SharedBuyers() {
  const { data: application } = useApplication()
  return <Buyers mayAdd={application?.allowedActions.includes('add_buyers') ?? false} />
}
