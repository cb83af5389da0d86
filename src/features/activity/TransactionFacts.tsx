import { useAtomValue } from 'jotai'
import type { Transaction } from '#contract/transaction.ts'
import { isHanging } from '#domain/attempt.ts'
import { explorerUrl } from '#domain/chain.ts'
import { dateTimeText } from '#domain/date.ts'
import { tokenIndex } from '#domain/portfolio.ts'
import { confirmationCount, directionFor, inputCount, outputCount } from '#domain/txview.ts'
import { NONE } from '#domain/usd.ts'
import { historySheet } from '#features/transaction/history.ts'
import { Whole } from '#features/transaction/Rows.tsx'
import { TechnicalDetails } from '#features/transaction/TechnicalDetails.tsx'
import { TransactionSheet } from '#features/transaction/TransactionSheet.tsx'
import { configAtom } from '#state/config.ts'
import { namesAtom } from '#state/names.ts'
import { assetsAtom, transactionsAtom } from '#state/perwallet.ts'
import { tokensAtom, walletsAtom } from '#state/wallets.ts'
import { activityText } from '#text/activity.ts'
import { saying, worded } from '#text/catalogue.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Attempts } from './Attempts.tsx'
import { Hanging } from './Hanging.tsx'
import { Legs } from './Legs.tsx'

type Props = { transaction: Transaction; walletId: string }

export function TransactionFacts({ transaction, walletId }: Props) {
  const explorers = useAtomValue(configAtom)?.explorers
  const sheet = historySheet({
    transaction,
    walletId,
    walletName: useAtomValue(walletsAtom).find(({ id }) => id === walletId)?.name,
    names: useAtomValue(namesAtom),
    assets: useAtomValue(assetsAtom(walletId)),
    transactions: useAtomValue(transactionsAtom(walletId)),
    tokens: tokenIndex(useAtomValue(tokensAtom)),
  })
  return (
    <TransactionSheet
      facts={sheet}
      copies
      rows={
        transaction.rejectReason && (
          <Fact label={activityText.rejectReason}>{worded(transaction.rejectReason)}</Fact>
        )
      }
      actions={
        <>
          {transaction.note && <p className="mt-3 text-body text-text-2">{worded(transaction.note)}</p>}
          {isHanging(transaction, walletId) && <Hanging transaction={transaction} walletId={walletId} />}
        </>
      }
      technical={<Technical transaction={transaction} walletId={walletId} />}
      explorer={explorerUrl(transaction, explorers)}
    />
  )
}

/** Every field that is known of it, unfolded, and '-' for what is not. */
function Technical({ transaction, walletId }: Props) {
  const { inputs, outputs, attempts, sender, recipient, finishedAt } = transaction
  const isOutgoing = directionFor(transaction, walletId) === 'outcome'
  const own = isOutgoing ? sender : recipient
  const hash = transaction.hash ?? transaction.txid
  return (
    <TechnicalDetails open>
      <Facts tight>
        <Fact label={isOutgoing ? activityText.from : activityText.to}>
          {own ? <Whole address={own} copies /> : NONE}
        </Fact>
        <Fact label={activityText.head.date}>{dateTimeText(transaction.createdAt)}</Fact>
        <Fact label={activityText.finished}>{finishedAt ? dateTimeText(finishedAt) : NONE}</Fact>
        <Fact label={activityText.description}>{transaction.description || NONE}</Fact>
        {!transaction.rejectReason && <Fact label={activityText.rejectReason}>{NONE}</Fact>}
        <Fact label={activityText.requiredApprovals}>{transaction.approvalConsensus ?? NONE}</Fact>
        <Fact label={activityText.block}>{transaction.blockNumber ?? NONE}</Fact>
        <Confirmations transaction={transaction} />
        <Fact label={activityText.hash} below={hash != null}>
          {hash ? <Hash value={hash} /> : NONE}
        </Fact>
      </Facts>
      {attempts && <Attempts transaction={transaction} attempts={attempts} />}
      {inputs && <Legs title={saying(inputCount(inputs))} legs={inputs} walletId={walletId} />}
      {outputs && (
        <Legs title={saying(outputCount(outputs))} legs={outputs} walletId={walletId} change={isOutgoing} />
      )}
    </TechnicalDetails>
  )
}

/** How deep in the chain it is, of a chain whose transactions wait for that. */
function Confirmations({ transaction }: { transaction: Transaction }) {
  const chains = useAtomValue(configAtom)?.chains
  const needed = chains?.find(({ blockchain }) => blockchain === transaction.blockchain)?.confirmations
  const count = needed && confirmationCount(transaction, needed)
  return count === undefined ? null : (
    <Fact label={activityText.confirmations}>{activityText.ofNeeded(count, needed ?? count)}</Fact>
  )
}

function Hash({ value }: { value: string }) {
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-0 flex-1 type-mono break-all">{value}</span>
      <CopyButton value={value} label={activityText.copyHash} iconOnly />
    </span>
  )
}
