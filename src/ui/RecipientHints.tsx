import type { Doubts } from '#domain/facts.ts'
import { HINT_TEXTS, isGrave } from '#domain/sendwarning.ts'
import { AddressGroups } from './AddressGroups.tsx'
import { Notice } from './Notice.tsx'

type Props = {
  doubts: Doubts
  /** They come while somebody types. */
  live?: boolean
  className?: string
}

/** What may be wrong about a recipient, in the same words for the sender and for guardians. */
export function RecipientHints({ doubts: { hints, lookalikeOf }, live = false, className }: Props) {
  return hints.map((hint) => (
    <Notice
      key={hint}
      tone={isGrave(hint) ? 'bad' : 'warn'}
      icon="triangle-alert"
      role={live ? 'status' : 'note'}
      className={className ?? ''}
    >
      {HINT_TEXTS[hint]}
      {hint === 'look-alike' && lookalikeOf && <AddressGroups value={lookalikeOf} className="mt-2" />}
    </Notice>
  ))
}
