import type { ReactNode } from 'react'
import { transactionText } from '#text/transaction.ts'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { CoinIcon } from '#ui/CoinIcon.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { SheetFacts } from './facts.ts'
import { Rows } from './Rows.tsx'
import { Timeline } from './Timeline.tsx'

type Props = {
  facts: SheetFacts
  /** Addresses that are whole can be copied. */
  copies?: boolean
  /** More rows of facts. */
  rows?: ReactNode
  /** What is done about it while it is under way. */
  actions?: ReactNode
  warnings?: ReactNode
  /** Who else decides about it. */
  guard?: ReactNode
  /** `TechnicalDetails` */
  technical?: ReactNode
  explorer?: string | undefined
}

/**
 * A transaction, whether it is to be confirmed, waits, is decided about, is sent, or has ended. A state may omit a part,
 * and never puts them in another order.
 */
export function TransactionSheet({
  facts,
  copies,
  rows,
  actions,
  warnings,
  guard,
  technical,
  explorer,
}: Props) {
  const { badges, ending, note, timeline } = facts
  return (
    <>
      {badges.length > 0 && (
        <span className="mb-2 flex flex-wrap gap-1">
          {badges.map(({ tone, text }) => (
            <Badge key={text} tone={tone}>
              {text}
            </Badge>
          ))}
        </span>
      )}
      <Headline facts={facts} />
      {ending && (
        <Notice tone="bad" icon="circle-alert" role="note" className="mt-4">
          {ending.lead && <b className="font-550">{ending.lead}</b>} {ending.rest}
        </Notice>
      )}
      {actions}
      <Rows facts={facts} copies={copies}>
        {rows}
      </Rows>
      {warnings && <div className="mt-3 space-y-3 empty:hidden">{warnings}</div>}
      {note && <Note>{note}</Note>}
      {guard && <div className="mt-3 space-y-3 empty:hidden">{guard}</div>}
      {timeline && <Timeline facts={timeline} />}
      {technical}
      {explorer && <Explorer href={explorer} />}
    </>
  )
}

/** So many characters of a sum still have one line of a phone in the largest type. */
const LONG = 14

function Headline({ facts: { coin, headline, under } }: { facts: SheetFacts }) {
  const look = headline.length > LONG ? 'text-money-sm' : 'text-money-lg max-[359px]:text-money-md'
  return (
    <div className="flex items-center gap-4">
      {coin && <CoinIcon {...coin} size={44} />}
      <div className="min-w-0">
        <p className={`${look} font-600 [overflow-wrap:anywhere]`}>
          <Amount whole>{headline}</Amount>
        </p>
        {under && <p className="text-body text-text-3 [overflow-wrap:anywhere]">{under}</p>}
      </div>
    </div>
  )
}

function Note({ children }: { children: string }) {
  return (
    <Notice icon="message-square-text" role="note" className="mt-3">
      <span className="mr-2 text-text-3">{transactionText.note}</span>
      <span className="text-text">{children}</span>
    </Notice>
  )
}

function Explorer({ href }: { href: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="flex min-h-11 items-center justify-between gap-2 border-t border-line text-ui font-550 text-text-2 hover:text-text"
    >
      {transactionText.explorer}
      <Icon name="external-link" />
    </a>
  )
}
