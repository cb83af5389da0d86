import type { ReactNode } from 'react'
import type { ApprovalFacts } from '#domain/facts.ts'
import { NONE } from '#domain/usd.ts'
import { hubText } from '#text/hub.ts'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { CallNotice } from '#ui/CallNotice.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { Fee } from '#ui/Fee.tsx'
import { RecipientHints } from '#ui/RecipientHints.tsx'

type Props = { facts: ApprovalFacts; className?: string }

export function ApprovalDetails({ facts, className = '' }: Props) {
  const { recipient, item, walletName, network, ceiling, expires, description, call } = facts
  return (
    <div className={`border-t border-line pt-4 ${className}`}>
      <dl className="m-0 grid grid-cols-2 gap-x-4 gap-y-3 text-sm sm:gap-x-8 lg:grid-cols-[auto_repeat(4,minmax(0,1fr))]">
        <Detail label={hubText.recipient} className="max-sm:col-span-2">
          {recipient ? <AddressGroups value={recipient} /> : NONE}
        </Detail>
        {item && <Detail label={hubText.item}>{item}</Detail>}
        <Detail label={hubText.wallet}>{walletName}</Detail>
        <Detail label={hubText.network}>{network}</Detail>
        <Detail label={hubText.fee}>
          {ceiling ? <Fee lead={hubText.atMost} value={ceiling.amount} unit={ceiling.unit} /> : NONE}
        </Detail>
        <Detail label={hubText.expires}>{expires}</Detail>
        {description && <Detail label={hubText.description}>{description}</Detail>}
      </dl>
      <RecipientHints doubts={facts} className="mt-4" />
      {call && call.bytes > 0 && <Call call={call} />}
    </div>
  )
}

type DetailProps = { label: string; className?: string; children: ReactNode }

function Detail({ label, className = '', children }: DetailProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-text-3">{label}</dt>
      <dd className="m-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function Call({ call }: { call: NonNullable<ApprovalFacts['call']> }) {
  const { data, bytes } = call
  return (
    <>
      <CallNotice call={call} className="mt-4" />
      <Disclosure summary={hubText.data(bytes)} className="mt-2">
        <p className="max-h-40 overflow-y-auto rounded-input bg-sunken p-3 type-mono break-all">{data}</p>
      </Disclosure>
    </>
  )
}
