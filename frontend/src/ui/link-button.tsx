import { Button, type ButtonProps } from '@chakra-ui/react'
import { Link } from '@/lib/navigation'

/** A link that looks like a button. */
export function LinkButton({ to, children, ...props }: { to: string; 'data-main-action'?: boolean } & ButtonProps) {
  return (
    <Button asChild {...props}>
      <Link to={to}>{children}</Link>
    </Button>
  )
}
