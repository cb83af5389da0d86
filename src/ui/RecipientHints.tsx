import type { Doubts } from '#domain/facts.ts'
import { HINT_TEXTS, isGrave } from '#domain/sendwarning.ts'
import { saying } from '#text/catalogue.ts'
import { transactionText } from '#text/transaction.ts'
import { AddressGroups } from './AddressGroups.tsx'
import { Notice } from './Notice.tsx'

type Props = {
  doubts: Doubts
  /** They come while somebody types. */
  live?: boolean
  /** They are the last thing that is read before it is sent. */
  last?: boolean
  className?: string
}

/** What may be wrong about a recipient, in the same words for the sender and for guardians. */
export function RecipientHints({
  doubts: { hints, lookalikeOf },
  live = false,
  last = false,
  className,
}: Props) {
  return hints.map((hint) => (
    <Notice
      key={hint}
      tone={isGrave(hint) ? 'bad' : 'warn'}
      icon="triangle-alert"
      role={live ? 'status' : 'note'}
      className={className ?? ''}
    >
      {last && hint === 'first' ? <First /> : saying(HINT_TEXTS[hint])}
      {hint === 'look-alike' && lookalikeOf && <AddressGroups value={lookalikeOf} className="mt-2" />}
    </Notice>
  ))
}

function First() {
  const { lead, rest } = transactionText.first
  return (
    <>
      <b className="font-550">{lead}</b> {rest}
    </>
  )
}
