import { texts } from './catalogue.ts'

/**
 * The catalogue of texts: what components say, one file per feature, English; other languages translate each file in
 * a folder of theirs. A text that takes values is a function, so that another language can order them as it needs.
 * Messages that client and server share stay in contract/ and domain/.
 */
export const commonText = texts('common', {
  product: 'Countersign',
  back: 'Back',
  cancel: 'Cancel',
  close: 'Close',
  copied: 'Copied!',
  next: 'Next',
})
