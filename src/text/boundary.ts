import { texts } from './catalogue.ts'

/** Apart from the rest of the frame's texts: it comes with the first bytes. */
export const boundaryText = texts('boundary', {
  wrong: 'Something went wrong',
  notDrawn: 'This page could not be drawn. Your wallets are not affected.',
  reload: 'Reload',
})
