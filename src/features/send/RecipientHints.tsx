import { HINT_TEXTS, isGrave } from '#domain/sendwarning.ts'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { Recipient } from './recipient.ts'

/** What may be wrong about a recipient, though it is allowed. */
export function RecipientHints({ recipient: { hints, lookalikeOf } }: { recipient: Recipient }) {
  return hints.map((hint) => (
    <Notice
      key={hint}
      tone={isGrave(hint) ? 'bad' : 'warn'}
      icon="triangle-alert"
      role="status"
      className="mt-2"
    >
      {HINT_TEXTS[hint]}
      {hint === 'look-alike' && lookalikeOf && <AddressGroups value={lookalikeOf} className="mt-2" />}
    </Notice>
  ))
}
