import { useAtomValue } from 'jotai'
import type { Transaction } from '#contract/transaction.ts'
import { shortAddress } from '#domain/address.ts'
import { shortFee } from '#domain/amount.ts'
import { isCancelling, isHanging } from '#domain/attempt.ts'
import { isBitcoin } from '#domain/chain.ts'
import { type FeeSum, sumText, transactionFacts } from '#domain/facts.ts'
import { nameOf } from '#domain/names.ts'
import { NONE } from '#domain/usd.ts'
import type { ModalProps } from '#state/modals.ts'
import { namesAtom } from '#state/names.ts'
import { transactionsAtom } from '#state/perwallet.ts'
import { say } from '#state/say.ts'
import { commonText } from '#text/common.ts'
import { kitText } from '#text/kit.ts'
import { replaceText } from '#text/replace.ts'
import { Amount } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Fee } from '#ui/Fee.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Pulse } from '#ui/Pulse.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { type Offer, useOffer } from './offer.ts'

/** Asks before what hangs is sent at a higher fee, or something in its place that pays nobody. */
export function ReplaceDialog({ modal, open, onClose }: ModalProps<'replace-transaction'>) {
  const { walletId, transactionId, cancels } = modal
  const transactions = useAtomValue(transactionsAtom(walletId))
  const transaction = transactions.find(({ id }) => id === transactionId)
  const offer = useOffer({ walletId, transaction, cancels, open })
  const text = cancels ? replaceText.cancel : replaceText.speedUp
  const isAgain = cancels && transaction !== undefined && isCancelling(transaction)
  const isGone = !offer.working && (!transaction || !isHanging(transaction, walletId))
  const confirm = async () => {
    if (!(await offer.confirm())) return
    say(offer.anew ? replaceText.anew.done : text.done, 'success')
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isAgain ? replaceText.again.title : text.title}
      role="alertdialog"
    >
      {isGone || !transaction ? (
        <Notice icon="info" role="status">
          {replaceText.gone}
        </Notice>
      ) : (
        <>
          <p className="text-body text-text-2">
            {offer.anew
              ? replaceText.anew.follows(offer.anew)
              : offer.isByLater
                ? replaceText.byLater
                : text.follows}
          </p>
          <Costs transaction={transaction} walletId={walletId} offer={offer} />
        </>
      )}
      {isGone || offer.why ? (
        <DialogActions className="mt-6">
          <Button size={48} block onClick={onClose}>
            {commonText.close}
          </Button>
        </DialogActions>
      ) : (
        <DialogActions className="mt-6">
          <Button size={48} disabled={offer.working} onClick={onClose}>
            {replaceText.keep}
          </Button>
          <Button
            size={48}
            variant={cancels && !isAgain ? 'danger' : 'primary'}
            acts
            disabled={!offer.fee}
            working={offer.working}
            workingText={offer.anew ? replaceText.anew.working : text.working}
            onClick={() => void confirm()}
          >
            {isAgain ? replaceText.speedUp.action : offer.anew ? replaceText.anew.action : text.action}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  )
}

type CostsProps = { transaction: Transaction; walletId: string; offer: Offer }

/** What hangs, what it costs, and what it would cost then. */
function Costs({ transaction, walletId, offer }: CostsProps) {
  const { moved, recipient } = transactionFacts(transaction, walletId)
  const named = nameOf(useAtomValue(namesAtom), recipient)
  // Gas may turn out cheaper; what a Bitcoin transaction costs is known.
  const lead = isBitcoin(transaction.blockchain) ? '' : replaceText.atMost
  const [short, other] = [offer.now, offer.fee].map((fee) => fee && (shortFee(fee.amount) ?? fee.amount))
  const whole = short !== undefined && short === other
  return (
    <>
      <Facts className="mt-4">
        <Fact
          label={replaceText.transfer}
          note={[named?.name, recipient && shortAddress(recipient)].filter(Boolean).join(' · ')}
        >
          <Amount>{sumText(moved)}</Amount>
        </Fact>
        {offer.reading &&
          [replaceText.feeNow, replaceText.feeNew].map((label) => (
            <Fact key={label} label={label} note={<Pulse />}>
              <Pulse />
            </Fact>
          ))}
        {offer.now && <FeeFact label={replaceText.feeNow} lead={lead} fee={offer.now} whole={whole} />}
        {offer.fee && !offer.anew && (
          <FeeFact label={replaceText.feeNew} lead={lead} fee={offer.fee} whole={whole} />
        )}
        {offer.ceiling && <FeeFact label={replaceText.approvedUpTo} lead="" fee={offer.ceiling} />}
        {offer.fee && offer.anew && (
          <FeeFact label={replaceText.anew.limit} lead={replaceText.atMost} fee={offer.fee} />
        )}
      </Facts>
      <div aria-live="polite">
        {offer.why && (
          <Notice tone="warn" icon="circle-alert" className="mt-4">
            {offer.why}
          </Notice>
        )}
        {offer.failed && (
          <Notice tone="bad" icon="circle-alert" className="mt-4">
            <p>{replaceText.failed}</p>
            <Button className="mt-3" acts onClick={offer.again}>
              {kitText.tryAgain}
            </Button>
          </Notice>
        )}
        {offer.checking && (
          <Notice tone="neutral" icon="loader-circle" className="mt-4">
            {replaceText.checking}
          </Notice>
        )}
        {offer.reading && <VisuallyHidden>{replaceText.reading}</VisuallyHidden>}
      </div>
    </>
  )
}

function FeeFact(props: { label: string; lead: string; fee: FeeSum; whole?: boolean }) {
  const { label, lead, fee, whole } = props
  return (
    <Fact label={label} note={fee.cents ?? NONE}>
      <Fee lead={lead} value={fee.amount} unit={fee.unit} {...(whole && { whole })} />
    </Fact>
  )
}
