import { walletsText } from './wallets.ts'

/** What is said to a shortcut, a payment link or a shared link that cannot be opened now. */
export const asksText = {
  noWallet: 'Create a wallet first',
  locked: walletsText.locked,
  notActive: 'Send and Receive work as soon as a wallet of yours is active.',
  busy: 'Finish or close what is open here, then open the link again.',
}
