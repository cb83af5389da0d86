import { useAtomValue } from 'jotai'
import type { Wallet } from '#contract/wallet.ts'
import { dateTimeText } from '#domain/date.ts'
import { NONE, usdText } from '#domain/usd.ts'
import { worthAtom } from '#state/worth.ts'
import { guardiansText } from '#text/guardians.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { SealMark } from '#ui/SealMark.tsx'
import type { offRule } from './starts.ts'

type Props = {
  open: boolean
  wallet: Wallet
  rule: ReturnType<typeof offRule>
  onClose: () => void
  onConfirm: () => void
}

/** Weaker protection is never one press away. */
export function TurnOffDialog({ open, wallet, rule, onClose, onConfirm }: Props) {
  const worth = useAtomValue(worthAtom(wallet.id))
  const { consensus, confirmed, from } = rule
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={
        <>
          <SealMark look="half" size={40} className="mb-4 block" />
          {guardiansText.offTitle}
        </>
      }
      role="alertdialog"
    >
      <p className="text-body text-text-2">{guardiansText.offFollows(wallet.name)}</p>
      <Facts className="mt-4">
        <Fact label={guardiansText.atStake}>{worth === undefined ? NONE : usdText(worth)}</Fact>
        <Fact label={guardiansText.today}>{guardiansText.outOf(consensus, confirmed)}</Fact>
        <Fact label={from ? guardiansText.from(dateTimeText(from)) : guardiansText.fromNow}>
          <span className="text-bad">{guardiansText.nobody}</span>
        </Fact>
      </Facts>
      <p className="mt-3 text-sm text-text-2">
        {guardiansText.offStays} {guardiansText.offMail} {from && guardiansText.offBack}
      </p>
      <DialogActions className="mt-6">
        <Button size={48} data-autofocus onClick={onClose}>
          {guardiansText.keep}
        </Button>
        <Button
          size={48}
          variant="danger"
          acts
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {guardiansText.switchOff}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
