import { texts } from './catalogue.ts'

export const statementText = texts('statement', {
  title: 'Statement',
  print: 'Print or save as PDF',
  of: (wallet: string) => `Statement of ${wallet}`,
  addresses: 'Addresses',
  period: 'Period',
  beginning: 'the beginning',
  today: 'today',
  between: (from: string, to: string) => `${from} to ${to}`,
  made: (when: string) => `Made ${when}. All amounts are exact.`,
  opening: 'Opening balance',
  received: 'Received',
  sent: 'Sent',
  fees: 'Network fees',
  closing: 'Closing balance',
  head: { transfer: 'Transfer', amount: 'Amount', balance: 'Balance' },
  fee: 'Network fee',
  nothing: 'Nothing moved in this period.',
  none: 'This wallet held nothing in this period.',
  noPeriod: 'From should be neither after To nor after today.',
  counted: 'Balances are counted back from what the wallet holds today.',
  saved: (when: string) => `From saved data as of ${when}.`,
  notRead: 'The history could not be read yet. What follows may be wrong.',
  waiting: (count: number) =>
    count === 1
      ? '1 transaction of this period has moved nothing yet and is not counted.'
      : `${count} transactions of this period have moved nothing yet and are not counted.`,
  cameIn: (amount: string) =>
    `The history is incomplete: ${amount} came in without a transaction here. Opening balances have it.`,
  wentOut: (amount: string) =>
    `The history is incomplete: ${amount} went out without a transaction here. Opening balances lack it.`,
})
