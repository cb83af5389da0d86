import { type ReactNode, useState } from 'react'
import { kitText } from '#text/kit.ts'
import { Button } from './Button.tsx'
import { DialogActions } from './DialogActions.tsx'
import { DialogCard } from './DialogCard.tsx'

/** Closing what was filled in asks first: `question` says what would be lost, and is undefined while nothing would. */
export function useDiscard(open: boolean, onClose: () => void, question: string | undefined) {
  const [asking, setAsking] = useState(false)
  const keep = () => setAsking(false)
  const discard = () => {
    keep()
    onClose()
  }
  const over: ReactNode = (
    <DialogCard open={open && asking} onClose={keep} title={question} role="alertdialog">
      <p className="text-body text-text-2">{kitText.discardLead}</p>
      <DialogActions className="mt-6">
        <Button size={48} onClick={keep} data-autofocus>
          {kitText.keepEditing}
        </Button>
        <Button size={48} variant="danger" onClick={discard}>
          {kitText.discard}
        </Button>
      </DialogActions>
    </DialogCard>
  )
  return { close: question ? () => setAsking(true) : onClose, over }
}
