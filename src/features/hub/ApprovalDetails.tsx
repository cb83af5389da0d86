import type { ReactNode } from 'react'
import type { ApprovalRequest } from '#contract/approval.ts'
import { chainName } from '#domain/chain.ts'
import { dateTimeText } from '#domain/date.ts'
import { feeCoins } from '#domain/gas.ts'
import { HINT_TEXTS, isGrave, requestHints } from '#domain/sendwarning.ts'
import { NONE } from '#domain/usd.ts'
import { hubText } from '#text/hub.ts'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { CallNotice } from '#ui/CallNotice.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { Fee } from '#ui/Fee.tsx'
import { Notice } from '#ui/Notice.tsx'

type Props = { approval: ApprovalRequest; className?: string }

export function ApprovalDetails({ approval, className = '' }: Props) {
  const { recipient, blockchain, walletName, expiresAt, description, call, assetTokenId } = approval
  return (
    <div className={`border-t border-line pt-4 ${className}`}>
      <dl className="m-0 grid grid-cols-2 gap-x-4 gap-y-3 text-sm sm:gap-x-8 lg:grid-cols-[auto_repeat(4,minmax(0,1fr))]">
        <Detail label={hubText.recipient} className="max-sm:col-span-2">
          {recipient ? <AddressGroups value={recipient} /> : NONE}
        </Detail>
        {assetTokenId && <Detail label={hubText.item}>{`#${assetTokenId}`}</Detail>}
        <Detail label={hubText.wallet}>{walletName}</Detail>
        <Detail label={hubText.network}>{chainName(blockchain)}</Detail>
        <Detail label={hubText.fee}>
          <Ceiling approval={approval} />
        </Detail>
        <Detail label={hubText.expires}>{dateTimeText(expiresAt)}</Detail>
        {description && <Detail label={hubText.description}>{description}</Detail>}
      </dl>
      <Warnings approval={approval} />
      {call && call.bytes > 0 && <Call call={call} />}
    </div>
  )
}

function Ceiling({ approval: { feeCeiling, feeSymbol, blockchain } }: { approval: ApprovalRequest }) {
  if (feeCeiling == null) return NONE
  return <Fee lead={hubText.atMost} value={feeCoins(feeCeiling, blockchain)} unit={feeSymbol ?? ''} />
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
      <Disclosure summary={hubText.data(bytes)} className="mt-2">
        <p className="max-h-40 overflow-y-auto rounded-input bg-sunken p-3 type-mono break-all">{data}</p>
      </Disclosure>
    </>
  )
}
