import type { NoticeKind } from '#contract/notice.ts'
import { texts } from './catalogue.ts'

/** What the dialog of notifications says. */
export const notificationsText = texts('notifications', {
  tellMe: 'Tell me about',
  kinds: {
    proposal: 'Connections that apps ask for',
    'personal-sign': 'Signatures that apps ask for',
    'send-transaction': 'Transactions that apps ask for',
    approval: 'Transactions to approve for others',
    approved: 'My transactions, when Guardians approved',
    declined: 'My transactions, when a Guardian declined',
    received: 'Money received',
  } satisfies Record<NoticeKind, string>,
  push: 'Push',
  pushHint: 'Also while Countersign is closed',
  pushStates: {
    unknown: '',
    off: 'Off',
    waiting: 'Waiting for this browser…',
    on: 'On. Signing out turns it off.',
    refused: 'This browser refused it. Allow notifications in its site settings, then try again.',
    unavailable: 'Push is not available in this browser.',
  },
})
