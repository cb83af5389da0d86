import type { ReactNode } from 'react'
import { shortAddress } from '#domain/address.ts'
import { shown } from '#domain/notation.ts'
import { NONE } from '#domain/usd.ts'
import { openModal } from '#state/modals.ts'
import { activityText } from '#text/activity.ts'
import { transactionText } from '#text/transaction.ts'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { Amount } from '#ui/Amount.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Private } from '#ui/Private.tsx'
import { Pulse } from '#ui/Pulse.tsx'
import type { Balance, Party, SheetFacts } from './facts.ts'

type Props = {
  facts: SheetFacts
  copies?: boolean | undefined
  /** Only who gets what. */
  brief?: boolean
  className?: string
  children?: ReactNode
}

/** Who, where and what it costs. */
export function Rows({ facts, copies = false, brief = false, className = '', children }: Props) {
  const { from, to, item } = facts
  return (
    <Facts tight className={className}>
      <Fact label={transactionText.from}>
        <PartyValue party={from} copies={copies} />
      </Fact>
      <Fact label={transactionText.to}>
        <PartyValue party={to} copies={copies} />
      </Fact>
      {item && <Fact label={transactionText.item}>{item}</Fact>}
      {!brief && <Costs facts={facts} />}
      {children}
    </Facts>
  )
}

function Costs({ facts: { network, fee, balance, counting } }: { facts: SheetFacts }) {
  return (
    <>
      <Fact label={transactionText.network}>{network}</Fact>
      <Fact
        label={transactionText.fee}
        note={fee?.note ? <Private>{fee.note}</Private> : counting === 'usd' && <Pulse />}
      >
        {fee ? <Private>{fee.text}</Private> : NONE}
      </Fact>
      {(balance ?? counting) && (
        <Fact label={transactionText.balance}>
          {balance ? (
            <Private>
              <BalanceValue balance={balance} />
            </Private>
          ) : (
            <Pulse />
          )}
        </Fact>
      )}
    </>
  )
}

type PartyProps = { party: Party; copies?: boolean }

/** One's own side by its name and ends, the other one with each character of its address. */
export function PartyValue({ party, copies = false }: PartyProps) {
  const { address, name, own, ends, words, nameable } = party
  if (!address) return words ?? NONE
  if (own && name) {
    return (
      <span className="flex flex-wrap items-baseline justify-end gap-x-10px">
        <span className="font-550">{name}</span>
        <Ends address={address} />
      </span>
    )
  }
  return (
    <>
      {(name ?? words ?? (ends || nameable)) && (
        <span className="mb-1 flex flex-wrap items-baseline justify-end gap-x-10px">
          {(name ?? words) && <span className="font-550">{name ?? words}</span>}
          {ends && <Ends address={address} />}
          {nameable && <NameIt address={address} />}
        </span>
      )}
      <Whole address={address} copies={copies} />
    </>
  )
}

function Ends({ address }: { address: string }) {
  return <span className="type-mono font-400 text-text-3">{shortAddress(address)}</span>
}

function NameIt({ address }: { address: string }) {
  return (
    <button
      type="button"
      aria-label={activityText.nameOf(shortAddress(address))}
      className="link hit-44"
      onClick={() => openModal({ id: 'contact', address })}
    >
      {activityText.name}
    </button>
  )
}

/** The whole address, and a button that copies it where that is of use. */
export function Whole({ address, copies = false }: { address: string; copies?: boolean }) {
  const groups = <AddressGroups value={address} align="end" className="font-400 max-[359px]:text-12px" />
  if (!copies) return groups
  return (
    <span className="flex items-start justify-end gap-1">
      {groups}
      <CopyButton value={address} label={transactionText.copyAddress} iconOnly className="-my-3 -mr-3" />
    </span>
  )
}

/** Read as 'from 12500 to 11000 USDC'; breaks before the arrow. */
function BalanceValue({ balance: { before, after, unit } }: { balance: Balance }) {
  const rest = `${after} ${unit}`
  if (before === undefined) return <Amount whole>{rest}</Amount>
  return (
    <>
      <span aria-hidden className="flex flex-wrap justify-end gap-x-6px">
        <Amount whole className="font-400 text-text-3">
          {before}
        </Amount>
        <span>
          → <Amount whole>{rest}</Amount>
        </span>
      </span>
      <span className="sr-only">{transactionText.balanceRead(shown(before), `${shown(after)} ${unit}`)}</span>
    </>
  )
}
