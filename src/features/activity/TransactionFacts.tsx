import { useAtomValue } from 'jotai'
import type { Transaction } from '#contract/transaction.ts'
import { badgeOf, isHanging } from '#domain/attempt.ts'
import { explorerUrl } from '#domain/chain.ts'
import { dateTimeText } from '#domain/date.ts'
import { type TransactionFacts as Known, sumText, transactionFacts } from '#domain/facts.ts'
import { confirmationCount, inputCount, outputCount, transactionTitle } from '#domain/txview.ts'
import { NONE } from '#domain/usd.ts'
import { configAtom } from '#state/config.ts'
import { activityText } from '#text/activity.ts'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Fee } from '#ui/Fee.tsx'
import { ApprovalFacts } from './ApprovalFacts.tsx'
import { Attempts } from './Attempts.tsx'
import { Hanging } from './Hanging.tsx'
import { Legs } from './Legs.tsx'

type Props = { transaction: Transaction; walletId: string }

export function TransactionFacts({ transaction, walletId }: Props) {
  const config = useAtomValue(configAtom)
  const explorer = explorerUrl(transaction, config?.explorers)
  const facts = transactionFacts(transaction, walletId)
  const { inputs, outputs, attempts } = transaction
  return (
    <>
      <Head transaction={transaction} facts={facts} />
      {isHanging(transaction, walletId) && <Hanging transaction={transaction} walletId={walletId} />}
      {transaction.approval && (
        <ApprovalFacts transaction={transaction} approval={transaction.approval} walletId={walletId} />
      )}
      <Details transaction={transaction} facts={facts} />
      {attempts && <Attempts transaction={transaction} attempts={attempts} />}
      {inputs && <Legs title={inputCount(inputs)} legs={inputs} walletId={walletId} />}
      {outputs && (
        <Legs
          title={outputCount(outputs)}
          legs={outputs}
          walletId={walletId}
          change={facts.direction === 'outcome'}
        />
      )}
      {explorer && (
        <ButtonLink
          href={explorer}
          target="_blank"
          rel="noopener noreferrer"
          iconEnd="external-link"
          block
          className="mt-4"
        >
          {activityText.explorer}
        </ButtonLink>
      )}
    </>
  )
}

type PartProps = { transaction: Transaction; facts: Known }

function Head({ transaction, facts: { moved, item, direction, minted } }: PartProps) {
  const badge = badgeOf(transaction)
  const sum = `${direction === 'outcome' ? '-' : '+'}${sumText(moved)}`
  const title = transactionTitle(direction)
  return (
    <>
      <span className="flex flex-wrap gap-1">
        <Badge tone={badge.tone}>{badge.text}</Badge>
        {minted && <Badge tone="neutral">{activityText.minted}</Badge>}
      </span>
      {transaction.note && <p className="mt-2 text-body text-text-2">{transaction.note}</p>}
      <p
        className={`mt-2 [overflow-wrap:anywhere] ${sum.length > LARGE ? 'type-money-sm' : 'type-money-lg'}`}
      >
        <Amount>{sum}</Amount>
      </p>
      <p className="text-body text-text-3">{item ? title : `${moved.usd ?? NONE} · ${title}`}</p>
    </>
  )
}

/** Characters of a sum that stand in the largest type on two lines of a phone. */
const LARGE = 32

function Details({ transaction, facts: { sender, recipient, item, network, paid } }: PartProps) {
  const { finishedAt } = transaction
  const hash = transaction.hash ?? transaction.txid
  return (
    <Facts className="mt-6">
      <Fact label={activityText.from}>
        <Party address={sender} />
      </Fact>
      <Fact label={activityText.to}>
        <Party address={recipient} />
      </Fact>
      {item && <Fact label={activityText.item}>{item}</Fact>}
      <Fact label={activityText.head.network}>{network}</Fact>
      <Fact label={activityText.fee} note={paid && (paid.usd ?? NONE)}>
        {paid ? <Fee value={paid.amount} unit={paid.unit} /> : NONE}
      </Fact>
      <Fact label={activityText.head.date}>{dateTimeText(transaction.createdAt)}</Fact>
      <Fact label={activityText.finished}>{finishedAt ? dateTimeText(finishedAt) : NONE}</Fact>
      <Fact label={activityText.description}>{transaction.description || NONE}</Fact>
      <Fact label={activityText.rejectReason}>{transaction.rejectReason || NONE}</Fact>
      <Fact label={activityText.requiredApprovals}>{transaction.approvalConsensus ?? NONE}</Fact>
      <Fact label={activityText.block}>{transaction.blockNumber ?? NONE}</Fact>
      <Confirmations transaction={transaction} />
      <Fact label={activityText.hash} below={hash != null}>
        {hash ? <Hash value={hash} /> : NONE}
      </Fact>
    </Facts>
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

/** The whole address, and a button that copies it. */
function Party({ address }: { address: string | undefined }) {
  if (!address) return NONE
  return (
    <span className="flex items-start justify-end gap-1">
      <AddressGroups value={address} align="end" />
      <CopyButton value={address} label={activityText.copyAddress} iconOnly className="-my-2" />
    </span>
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
