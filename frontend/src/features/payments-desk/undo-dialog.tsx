import { BringBack, type AskedBringBack } from './bring-back'
import { UndoMatch, type AskedMatch } from './undo-match'
import { UndoPart, type AskedPart } from './undo-part'

/** What is to be undone of a receipt, as it stood when it was asked for. */
export type AskedUndo = ({ as: 'part' } & AskedPart) | ({ as: 'match' } & AskedMatch) | ({ as: 'taken_back' } & AskedBringBack)

interface UndoDialogProps {
  asked: AskedUndo
  close: () => void
  focusAfter: (opener: HTMLElement | null) => HTMLElement | null
}

/** Asks before a part of a receipt is undone. It stands beside the list, so that it stays where the row goes away. */
export function UndoDialog({ asked, ...dialog }: UndoDialogProps) {
  switch (asked.as) {
    case 'part':
      return <UndoPart {...asked} {...dialog} />
    case 'match':
      return <UndoMatch {...asked} {...dialog} />
    case 'taken_back':
      return <BringBack {...asked} {...dialog} />
  }
}
