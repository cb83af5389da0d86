import type { Words } from '#text/catalogue.ts'
import type { notificationsText } from '#text/notifications.ts'

export const notifications: Words<typeof notificationsText> = {
  tellMe: 'Benachrichtigen über',
  kinds: {
    proposal: 'Verbindungen, um die Apps bitten',
    'personal-sign': 'Unterschriften, um die Apps bitten',
    'send-transaction': 'Transaktionen, um die Apps bitten',
    approval: 'Transaktionen, die ich für andere genehmigen soll',
    approved: 'Meine Transaktionen, wenn Guardians sie genehmigt haben',
    declined: 'Meine Transaktionen, wenn ein Guardian sie abgelehnt hat',
    received: 'Geldeingänge',
  },
  push: 'Push',
  pushHint: 'Auch während Countersign geschlossen ist',
  pushStates: {
    unknown: '',
    off: 'Aus',
    waiting: 'Warten auf diesen Browser…',
    on: 'An. Beim Abmelden wird es ausgeschaltet.',
    refused:
      'Dieser Browser hat es verweigert. Erlauben Sie Benachrichtigungen in seinen Website-Einstellungen und versuchen Sie es erneut.',
    unavailable: 'Push gibt es in diesem Browser nicht.',
  },
}
