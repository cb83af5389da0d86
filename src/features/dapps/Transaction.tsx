import type { Wallet } from '#contract/wallet.ts'
import { ownAddress } from '#domain/address.ts'
import type { CallFacts } from '#domain/callfacts.ts'
import { sumText } from '#domain/facts.ts'
import { hexSizeText } from '#domain/hex.ts'
import type { SendTransaction } from '#domain/request.ts'
import { NONE } from '#domain/usd.ts'
import { dappsText } from '#text/dapps.ts'
import { Address } from '#ui/Address.tsx'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { Amount } from '#ui/Amount.tsx'
import { CallNotice } from '#ui/CallNotice.tsx'
import { Exact } from '#ui/Exact.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Fee } from '#ui/Fee.tsx'
import { Notice } from '#ui/Notice.tsx'
import { RecipientHints } from '#ui/RecipientHints.tsx'
import { HexWell } from './HexWell.tsx'

type Props = {
  facts: CallFacts
  transaction: SendTransaction
  wallet: Wallet
  guarded: boolean
  /** What it costs is not known yet. */
  counting: boolean
}

/** Characters of a sum from which on it is set small, so that it leaves room for the rest. */
const LONG = 24

/** What a dApp's transaction does, costs and leaves. */
export function Transaction({ facts, transaction, wallet, guarded, counting }: Props) {
  const { from, rawValue, data } = transaction
  const { moved, recipient, network, call, fee, ceiling, after, short, problem } = facts
  const { headline, ...rest } = call
  const sum = sumText(moved)
  const coins = (
    <Exact plain title={rawValue} whole={<span className="type-mono break-all">{rawValue}</span>}>
      <Amount>{sum}</Amount>
    </Exact>
  )
  const look = sum.length > LONG ? 'type-money-sm' : 'type-money-lg'
  return (
    <>
      {headline ? (
        <p className={`mt-5 type-h2 [overflow-wrap:anywhere] ${call.danger ? 'text-bad' : ''}`}>{headline}</p>
      ) : (
        <>
          <p className="mt-5 text-sm text-text-3">{dappsText.value}</p>
          <p className={`${look} break-words [overflow-wrap:anywhere]`}>{coins}</p>
          {moved.usd && <p className="text-sm text-text-3 [overflow-wrap:anywhere]">{moved.usd}</p>}
        </>
      )}
      {rest.sentence && <CallNotice call={rest} className="mt-3" />}
      <RecipientHints doubts={facts} className="mt-3" />
      {short && (
        <Notice tone="bad" icon="triangle-alert" role="alert" className="mt-3">
          {dappsText.short(short.needed, short.available)}
        </Notice>
      )}
      {problem && (
        <Notice tone="warn" icon="triangle-alert" role="note" className="mt-3">
          {dappsText.wouldFail(problem)}
        </Notice>
      )}
      <Facts className="mt-3">
        {headline && (
          <Fact label={dappsText.value} note={<span className="[overflow-wrap:anywhere]">{moved.usd}</span>}>
            <span className="[overflow-wrap:anywhere]">{coins}</span>
          </Fact>
        )}
        <Fact label={dappsText.from} note={wallet.name}>
          <Address value={from} short={ownAddress(from)} copy={false} />
        </Fact>
        <Fact label={dappsText.to}>
          {recipient ? <AddressGroups value={recipient} align="end" /> : dappsText.creation}
        </Fact>
        <Fact label={dappsText.network}>{network}</Fact>
        <Fact
          label={dappsText.fee}
          note={ceiling && <Fee lead={dappsText.atMost} value={ceiling.amount} unit={ceiling.unit} />}
        >
          {fee ? (
            <Fee lead={dappsText.about} value={fee.amount} unit={fee.unit} />
          ) : counting ? (
            dappsText.counting
          ) : (
            NONE
          )}
          {fee?.usd && (
            <>
              {' · '}
              <span className="whitespace-nowrap">{fee.usd}</span>
            </>
          )}
        </Fact>
        {after && (
          <Fact label={dappsText.after}>
            <Fee lead={dappsText.atLeast} value={after.amount} unit={after.unit} rest />
          </Fact>
        )}
        <Fact label={dappsText.data} below aside={hexSizeText(data)}>
          <HexWell value={data} />
        </Fact>
      </Facts>
      {guarded && (
        <Notice tone="accent" icon="shield-check" role="note" className="mt-3">
          {dappsText.guarded}
        </Notice>
      )}
    </>
  )
}
