import { withdrawHigherFee } from '#contract/endpoints/replacement.ts'
import type { Transaction } from '#contract/transaction.ts'
import { feeSum } from '#domain/facts.ts'
import { NONE } from '#domain/usd.ts'
import { Timeline } from '#features/transaction/Timeline.tsx'
import { feeTimeline } from '#features/transaction/timeline.ts'
import { useAction } from '#state/action.ts'
import { useCoinPrice } from '#state/price.ts'
import { request } from '#state/request.ts'
import { say } from '#state/say.ts'
import { replaceText } from '#text/replace.ts'
import { Button } from '#ui/Button.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Fee } from '#ui/Fee.tsx'
import { Notice } from '#ui/Notice.tsx'

type Props = { transaction: Transaction; raise: NonNullable<Transaction['raise']>; walletId: string }

/** What its owner is told while guardians are asked whether what hangs may cost more, and how he takes that back. */
export function HigherFee({ transaction, raise, walletId }: Props) {
  const { id, blockchain } = transaction
  const text = replaceText.anew
  const price = useCoinPrice(blockchain)
  const [from, to] = [feeSum(raise.from, blockchain, price), feeSum(raise.to, blockchain, price)]
  const withdraw = useAction(
    async () => {
      const params = { id: walletId, txId: id }
      await request(withdrawHigherFee, { params, body: {} }, { into: 'transaction' })
      say(text.withdrawn, 'success')
    },
    { onError: 'error-info' },
  )
  return (
    <section aria-label={text.title} className="mt-4">
      <Notice tone="warn" icon="info" role="status">
        {text.asks}
      </Notice>
      <Facts className="mt-4">
        <Fact label={replaceText.approvedUpTo} note={from.cents ?? NONE}>
          <Fee lead="" value={from.amount} unit={from.unit} />
        </Fact>
        <Fact label={text.limit} note={to.cents ?? NONE}>
          <Fee lead={replaceText.atMost} value={to.amount} unit={to.unit} />
        </Fact>
      </Facts>
      <Timeline facts={feeTimeline(raise)} label={text.approvals} />
      <Button
        block
        className="mt-3"
        acts
        working={withdraw.working}
        workingText={text.withdrawing}
        onClick={() => void withdraw.run()}
      >
        {text.withdraw}
      </Button>
    </section>
  )
}
