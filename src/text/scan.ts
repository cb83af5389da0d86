import { texts } from './catalogue.ts'

/** A recipient that stands in a QR code, read by the camera. */
export const scanText = texts('scan', {
  action: 'Scan',
  title: 'Scan a QR code',
  lead: 'Hold the code of an address or of a payment link in front of the camera.',
  picture: 'Picture of the camera',
  starting: 'Starting the camera…',
  looking: 'Looking for a code…',
  noAddress: 'This code holds no address. Try another one.',
  refused: 'The camera is not allowed. Allow it for this page in your browser, then try again.',
  absent: 'No camera was found. Connect one, or paste the address instead.',
  busy: 'The camera is used by something else. Close that, then try again.',
  failed: 'The camera does not work at the moment. Try again, or paste the address instead.',
})
