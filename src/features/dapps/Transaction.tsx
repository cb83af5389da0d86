import type { ApprovalRequest } from '#contract/approval.ts'
import type { WcRequest } from '#contract/dapp.ts'
import type { Wallet } from '#contract/wallet.ts'
import { ownAddress } from '#domain/address.ts'
import { exactText } from '#domain/amount.ts'
import { chainName } from '#domain/chain.ts'
import type { DappCost } from '#domain/dappcost.ts'
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
import { HexWell } from './HexWell.tsx'

type Props = {
  item: WcRequest
  transaction: SendTransaction
  wallet: Wallet
  call: NonNullable<ApprovalRequest['call']>
  cost: DappCost
  /** Of the native coin. */
  symbol: string
  guarded: boolean
  /** What it costs is not known yet. */
  counting: boolean
}

/** Characters of a sum from which on it is set small, so that it leaves room for the rest. */
const LONG = 24

/** What a dApp's transaction does, costs and leaves. */
export function Transaction({ item, transaction, wallet, call, cost, symbol, guarded, counting }: Props) {
  const { from, to, value, rawValue, data } = transaction
  const { headline, ...rest } = call
  const sum = `${exactText(value)} ${symbol}`
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
          {cost.valueUsd && <p className="text-sm text-text-3 [overflow-wrap:anywhere]">{cost.valueUsd}</p>}
        </>
      )}
      {rest.sentence && <CallNotice call={rest} className="mt-3" />}
      <Facts className="mt-3">
        {headline && (
          <Fact
            label={dappsText.value}
            note={<span className="[overflow-wrap:anywhere]">{cost.valueUsd}</span>}
          >
            <span className="[overflow-wrap:anywhere]">{coins}</span>
          </Fact>
        )}
        <Fact label={dappsText.from} note={wallet.name}>
          <Address value={from} short={ownAddress(from)} copy={false} />
        </Fact>
        <Fact label={dappsText.to}>{to ? <AddressGroups value={to} align="end" /> : dappsText.creation}</Fact>
        <Fact label={dappsText.network}>{chainName(item.blockchain)}</Fact>
        <Fact
          label={dappsText.fee}
          note={cost.ceiling && <Fee lead={dappsText.atMost} value={cost.ceiling} unit={symbol} />}
        >
          {cost.fee ? (
            <Fee lead={dappsText.about} value={cost.fee} unit={symbol} />
          ) : counting ? (
            dappsText.counting
          ) : (
            NONE
          )}
          {cost.feeUsd && (
            <>
              {' · '}
              <span className="whitespace-nowrap">{cost.feeUsd}</span>
            </>
          )}
        </Fact>
        {cost.after && (
          <Fact label={dappsText.after}>
            <Fee lead={dappsText.atLeast} value={cost.after} unit={symbol} rest />
          </Fact>
        )}
        <Fact label={dappsText.data} below aside={hexSizeText(data)}>
          <HexWell value={data} />
        </Fact>
      </Facts>
      {cost.short && (
        <Notice tone="bad" icon="triangle-alert" role="alert" className="mt-3 [overflow-wrap:anywhere]">
          {dappsText.short(cost.short.needed, cost.short.available)}
        </Notice>
      )}
      {cost.problem && (
        <Notice tone="warn" icon="triangle-alert" role="note" className="mt-3 [overflow-wrap:anywhere]">
          {dappsText.wouldFail(cost.problem)}
        </Notice>
      )}
      {guarded && (
        <Notice tone="accent" icon="shield-check" role="note" className="mt-3">
          {dappsText.guarded}
        </Notice>
      )}
    </>
  )
}
