import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import type { Transaction } from '#contract/transaction.ts'
import { exactAmount } from '#domain/amount.ts'
import { transactionBadge } from '#domain/badge.ts'
import { chainName, explorerUrl, isBitcoin, nativeSymbol } from '#domain/chain.ts'
import { dateTimeText } from '#domain/date.ts'
import { directionFor, transactionTitle } from '#domain/txview.ts'
import { centsText, feeUsdText, NONE } from '#domain/usd.ts'
import { configAtom } from '#state/config.ts'
import { Address } from '#ui/Address.tsx'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { ApprovalFacts } from './ApprovalFacts.tsx'
import { Legs } from './Legs.tsx'

type Props = { transaction: Transaction; walletId: string }

const feeOf = ({ fee, blockchain }: Transaction): string => {
  if (fee == null) return NONE
  return exactAmount(fee, isBitcoin(blockchain) ? 8 : 18, nativeSymbol(blockchain) ?? '')
}

export function TransactionFacts({ transaction, walletId }: Props) {
  const config = useAtomValue(configAtom)
  const direction = directionFor(transaction, walletId)
  const badge = transactionBadge(transaction.status)
  const hash = transaction.hash ?? transaction.txid
  const explorer = explorerUrl(transaction, config?.explorers)
  const amount = exactAmount(transaction.amount, transaction.assetDecimals, transaction.assetSymbol)
  return (
    <>
      <Badge tone={badge.tone}>{badge.text}</Badge>
      <p className="mt-2 type-money-lg break-words">
        <Amount>{`${direction === 'outcome' ? '-' : '+'}${amount}`}</Amount>
      </p>
      <p className="text-body text-text-3">
        {centsText(transaction.amountInUsd)} · {transactionTitle(direction)}
      </p>
      {transaction.approval && (
        <ApprovalFacts transaction={transaction} approval={transaction.approval} walletId={walletId} />
      )}
      <Facts className="mt-6">
        <Fact label="From">
          <Party address={transaction.sender} />
        </Fact>
        <Fact label="To">
          <Party address={transaction.recipient} />
        </Fact>
        <Fact label="Network">{chainName(transaction.blockchain)}</Fact>
        <Fact label="Fee" note={transaction.fee == null ? undefined : feeUsdText(transaction.feeInUSD)}>
          {feeOf(transaction)}
        </Fact>
        <Fact label="Date">{dateTimeText(transaction.createdAt)}</Fact>
        <Fact label="Finished">{transaction.finishedAt ? dateTimeText(transaction.finishedAt) : NONE}</Fact>
        <Fact label="Description">{transaction.description || NONE}</Fact>
        <Fact label="Reject reason">{transaction.rejectReason || NONE}</Fact>
        <Fact label="Required approvals">{transaction.approvalConsensus ?? NONE}</Fact>
        <Fact label="Block">{transaction.blockNumber ?? NONE}</Fact>
        <Fact label="Hash" below={hash !== undefined && hash !== null}>
          {hash ? <Hash value={hash} /> : NONE}
        </Fact>
      </Facts>
      {transaction.inputs && <Legs title="Inputs" legs={transaction.inputs} />}
      {transaction.outputs && <Legs title="Outputs" legs={transaction.outputs} />}
      {explorer && (
        <ButtonLink
          href={explorer}
          target="_blank"
          rel="noopener noreferrer"
          iconEnd="external-link"
          block
          className="mt-4"
        >
          View in block explorer
        </ButtonLink>
      )}
    </>
  )
}

function Party({ address }: { address: string | null | undefined }): ReactNode {
  return address ? <Address value={address} /> : NONE
}

function Hash({ value }: { value: string }) {
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-0 flex-1 type-mono break-all">{value}</span>
      <CopyButton value={value} label="Copy hash" iconOnly />
    </span>
  )
}
