import type { ReactNode } from 'react'
import type { ApprovalRequest } from '#contract/approval.ts'
import { exactAmount } from '#domain/amount.ts'
import { chainName, isBitcoin } from '#domain/chain.ts'
import { dateTimeText } from '#domain/date.ts'
import { HINT_TEXTS, isGrave, requestHints } from '#domain/sendwarning.ts'
import { NONE } from '#domain/usd.ts'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { CallNotice } from '#ui/CallNotice.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { Notice } from '#ui/Notice.tsx'

const feeText = ({ feeCeiling, feeSymbol, blockchain }: ApprovalRequest): string => {
  if (feeCeiling == null) return NONE
  return `At most ${exactAmount(feeCeiling, isBitcoin(blockchain) ? 8 : 18, feeSymbol ?? '')}`
}

type Props = { approval: ApprovalRequest; className?: string }

export function ApprovalDetails({ approval, className = '' }: Props) {
  const { recipient, blockchain, walletName, expiresAt, description, call } = approval
  return (
    <div className={`border-t border-line pt-4 ${className}`}>
      <dl className="m-0 grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2 lg:grid-cols-[auto_repeat(4,minmax(0,1fr))]">
        <Detail label="Recipient">{recipient ? <AddressGroups value={recipient} /> : NONE}</Detail>
        <Detail label="Wallet">{walletName}</Detail>
        <Detail label="Network">{chainName(blockchain)}</Detail>
        <Detail label="Network fee">{feeText(approval)}</Detail>
        <Detail label="Expires">{dateTimeText(expiresAt)}</Detail>
        {description && <Detail label="Description">{description}</Detail>}
      </dl>
      <Warnings approval={approval} />
      {call && call.bytes > 0 && <Call call={call} />}
    </div>
  )
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-text-3">{label}</dt>
      <dd className="m-0 break-words">{children}</dd>
    </div>
  )
}

/** In the words that the sender was shown. */
function Warnings({ approval }: { approval: ApprovalRequest }) {
  return requestHints(approval).map((hint) => (
    <Notice
      key={hint}
      tone={isGrave(hint) ? 'bad' : 'warn'}
      icon="triangle-alert"
      role="note"
      className="mt-4"
    >
      {HINT_TEXTS[hint]}
      {hint === 'look-alike' && approval.lookalikeOf && (
        <AddressGroups value={approval.lookalikeOf} className="mt-2" />
      )}
    </Notice>
  ))
}

function Call({ call }: { call: NonNullable<ApprovalRequest['call']> }) {
  const { data, bytes } = call
  return (
    <>
      <CallNotice call={call} className="mt-4" />
      <Disclosure summary={`Data (${bytes} bytes)`} className="mt-2">
        <p className="max-h-40 overflow-y-auto rounded-input bg-sunken p-3 type-mono break-all">{data}</p>
      </Disclosure>
    </>
  )
}
