import { texts } from './catalogue.ts'

export const offerText = texts('offer', {
  homeScreen: 'Add to Home Screen first',
  homeScreenSteps: [
    'Press Share in the browser’s bar.',
    'Choose Add to Home Screen.',
    'Open Countersign from there and enable notifications.',
  ],
  notifications: 'Enable desktop notifications',
  why: 'Hear about approvals and app requests while this page is in the background.',
  enable: 'Enable',
})
