import { paths } from '@/lib/paths'
import { LinkButton } from '@/ui/link-button'
import { CardPage } from '@/ui/page'

export function NotFound() {
  return (
    <CardPage title="There is no such page" lead="The address may be mistyped, or the page has moved.">
      <LinkButton to={paths.home}>Go to the start</LinkButton>
    </CardPage>
  )
}
