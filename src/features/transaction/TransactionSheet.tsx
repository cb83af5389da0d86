import { type ReactNode, useContext } from 'react'
import { transactionText } from '#text/transaction.ts'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { CoinIcon } from '#ui/CoinIcon.tsx'
import { HiddenContext } from '#ui/hidden.ts'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Private } from '#ui/Private.tsx'
import type { SheetFacts, SheetState } from './facts.ts'
import { Rows } from './Rows.tsx'
import { Timeline } from './Timeline.tsx'

type Props = {
  facts: SheetFacts
  /** The amount, where it is more than its digits. */
  amount?: ReactNode
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

/** In these somebody decides on it: nothing of it is covered. */
const DECIDED: ReadonlySet<SheetState> = new Set(['confirm', 'deciding'])

function Covered({ facts, children }: { facts: SheetFacts; children: ReactNode }) {
  const hides = useContext(HiddenContext)
  return <HiddenContext value={hides && !DECIDED.has(facts.state)}>{children}</HiddenContext>
}

/**
 * A transaction, whether it is to be confirmed, waits, is decided about, is sent, or has ended. A state may omit a part,
 * and never puts them in another order.
 */
export function TransactionSheet({
  facts,
  amount,
  copies,
  rows,
  actions,
  technical,
  explorer,
  ...rest
}: Props) {
  const { badges, ending } = facts
  return (
    <Covered facts={facts}>
      {badges.length > 0 && (
        <span className="mb-2 flex flex-wrap gap-1">
          {badges.map(({ tone, text }) => (
            <Badge key={text} tone={tone}>
              {text}
            </Badge>
          ))}
        </span>
      )}
      <Headline facts={facts} amount={amount} />
      {ending && (
        <Notice tone="bad" icon="circle-alert" role="note" className="mt-4">
          {ending.lead && <b className="font-550">{ending.lead}</b>} {ending.rest}
        </Notice>
      )}
      {actions}
      <Rows facts={facts} copies={copies} className="mt-4">
        {rows}
      </Rows>
      <Rest facts={facts} {...rest} className="mt-3" />
      {technical}
      {explorer && <Explorer href={explorer} />}
    </Covered>
  )
}

type CardProps = Pick<Props, 'facts' | 'warnings' | 'technical'> & {
  /** Only who gets what, with what words, and what is wrong about that. */
  brief: boolean
  /** The buttons by which it is decided; they come last where there is no room beside the amount. */
  decision?: ReactNode
  /** What unfolds the rest. */
  unfold?: ReactNode
}

/** The same on a card: facts left, the rest right, and a heading of its own. */
export function TransactionCard({ facts, warnings, technical, brief, decision, unfold }: CardProps) {
  return (
    <Covered facts={facts}>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-start md:gap-x-8">
        <Headline facts={facts} heading />
        <div className="grid grid-cols-1 items-start gap-3 md:col-span-2 md:grid-cols-2 md:gap-x-6">
          <Rows facts={facts} brief={brief} />
          <Rest facts={brief ? { ...facts, timeline: undefined } : facts} warnings={warnings} />
          {(unfold || !brief) && (
            <div className="md:col-span-2">
              {unfold}
              {!brief && technical}
            </div>
          )}
        </div>
        {decision && <div className="relative z-1 md:col-start-2 md:row-start-1">{decision}</div>}
      </div>
    </Covered>
  )
}

type RestProps = Pick<Props, 'facts' | 'warnings' | 'guard'> & { className?: string }

function Rest({ facts: { note, timeline }, warnings, guard, className = '' }: RestProps) {
  return (
    <div className={`min-w-0 space-y-3 empty:hidden ${className}`}>
      {warnings}
      {note && <Note>{note}</Note>}
      {guard}
      {timeline && <Timeline facts={timeline} />}
    </div>
  )
}

/** So many characters of a sum still have one line of a phone in the largest type. */
const LONG = 14

type HeadlineProps = { facts: SheetFacts; amount?: ReactNode; heading?: boolean }

function Headline({ facts, amount, heading = false }: HeadlineProps) {
  const { coin, headline, isWords, under } = facts
  const Line = heading ? 'h2' : 'p'
  const large = heading || isWords ? 'text-money-md' : 'text-money-lg max-[22.45rem]:text-money-md'
  const look = headline.length > LONG && !isWords ? 'text-money-sm max-[15rem]:text-ui' : large
  return (
    <div className="flex min-w-0 items-center gap-4">
      {coin && <CoinIcon {...coin} size={44} />}
      <div className="min-w-0">
        <Line className={`${look} font-600 [overflow-wrap:anywhere]`}>
          {amount ??
            (isWords ? (
              headline
            ) : (
              <Private>
                <Amount whole>{headline}</Amount>
              </Private>
            ))}
        </Line>
        {under && (
          <p className={`text-text-3 [overflow-wrap:anywhere] ${heading ? 'text-sm' : 'text-body'}`}>
            <Private>{under}</Private>
          </p>
        )}
      </div>
    </div>
  )
}

function Note({ children }: { children: string }) {
  return (
    <Notice icon="message-square-text" role="note">
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
