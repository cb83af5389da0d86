import type { Words } from '#text/catalogue.ts'
import type { offerText } from '#text/offer.ts'

export const offer: Words<typeof offerText> = {
  homeScreen: 'Zuerst zum Home-Bildschirm hinzufügen',
  homeScreenSteps: [
    'Tippen Sie in der Leiste des Browsers auf „Teilen“.',
    'Wählen Sie „Zum Home-Bildschirm“.',
    'Öffnen Sie Countersign von dort und schalten Sie Benachrichtigungen ein.',
  ],
  notifications: 'Desktop-Benachrichtigungen einschalten',
  why: 'Erfahren Sie von Genehmigungen und Anfragen, während diese Seite im Hintergrund ist.',
  enable: 'Einschalten',
}
