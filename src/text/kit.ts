import { texts } from './catalogue.ts'

/** What the kit itself says. */
export const kitText = texts('kit', {
  close: 'Close',
  discard: 'Discard',
  discardLead: 'What you typed is not kept.',
  discardTransfer: 'Discard this transfer?',
  discardTyped: 'Discard what you typed?',
  keepEditing: 'Keep editing',

  address: 'address',
  copyAddress: (what: string, address: string) => `Copy ${what} ${address}`,
  /** Of what has a dot. */
  pending: 'has pending items',
  code: 'Code',
  copy: 'Copy',
  copyFailed: 'Copying failed. Select the text and copy it by hand.',
  amountIn: (currency: string, label = 'Amount') => `${label} in ${currency}`,
  selected: 'selected',
  fewer: 'Fewer',
  more: 'More',
  skip: 'Skip to content',

  loading: 'Loading',
  loadingOf: (what: string) => `Loading ${what}`,
  notLoaded: (what: string) => `${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded`,
  hiddenAmount: 'Hidden amount',
  tryAgain: 'Try again',
  offline: 'You are offline.',
  asOf: (when: string) => `Saved data as of ${when}`,
})
