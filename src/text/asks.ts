import { texts } from './catalogue.ts'

/** What is said to a shortcut, a payment link or a shared link that cannot be opened now. */
export const asksText = texts('asks', {
  noWallet: 'Create a wallet first',
  notActive: 'Send and Receive work as soon as a wallet of yours is active.',
  busy: 'Finish or close what is open here, then open the link again.',
})
