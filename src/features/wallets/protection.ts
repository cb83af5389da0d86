import { nearText } from '#domain/date.ts'
import type { Protection } from '#domain/protection.ts'
import { protectionText as text } from '#text/protection.ts'
import type { SealLook } from '#ui/SealMark.tsx'

/** How a wallet's protection is said: `rest` follows after a dot, `add` is something to do. */
export interface ProtectionWords {
  look: SealLook
  tone: 'text' | 'warn' | 'bad'
  lead: string
  rest?: string
  add?: string
}

/** Undefined while it is not known yet. */
export const protectionWords = ({
  state,
  rule,
  invited,
  startsAt,
}: Protection): ProtectionWords | undefined => {
  switch (state) {
    case 'frozen':
      return { look: 'bad', tone: 'bad', lead: text.frozen }
    case 'held':
      return { look: 'warn', tone: 'warn', lead: text.held }
    case 'weaker':
      return { look: 'warn', tone: 'warn', lead: text.weaker(startsAt ? nearText(startsAt) : '') }
    case 'invited':
      return { look: 'half', tone: 'text', lead: text.notYet, rest: text.invited(invited) }
    case 'empty':
      return { look: 'half', tone: 'text', lead: text.notYet, add: text.add }
    case 'protected':
      return { look: 'whole', tone: 'text', lead: text.protected, rest: text.approve(rule.count, rule.max) }
    case 'unprotected':
      return { look: 'none', tone: 'text', lead: text.unprotected, add: text.add }
    case 'unknown':
      return undefined
    default:
      return state satisfies never
  }
}
