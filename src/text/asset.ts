import { texts } from './catalogue.ts'

/** Of the sheet of one asset, and of those that are hidden; not of the list. */
export const assetText = texts('asset', {
  copyContract: 'Copy contract address',
  one: 'Asset',
  gone: 'This wallet holds none of it any more.',
  network: 'Network',
  itemLabel: 'Item',
  /** After an amount. */
  waits: ' waits for Guardians.',
  kept: ' is kept for what is on its way and for fees.',
  free: ' are free to send.',
  notActive: 'Send and Receive are off while this wallet is not active.',
  last: 'Last activity',
  all: 'All activity',
  nothingYet: 'Nothing was sent or received yet.',

  hide: 'Hide this token',
  hideFollows:
    'It leaves the lists of assets on this device. Totals still count it. Settings shows it again.',
  nowHidden: (unit: string) => `${unit} is hidden. Totals still count it.`,
  hidden: 'Hidden tokens',
  noneHidden: 'No token is hidden.',
  hiddenCount: (count: number) => (count === 1 ? '1 hidden token' : `${count} hidden tokens`),
  hiddenLead: 'Not in the lists of assets on this device. Totals still count them.',
  show: 'Show',
  showToken: (unit: string, network: string) => `Show ${unit} on ${network}`,
})
