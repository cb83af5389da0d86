import type { asksText } from '#text/asks.ts'
import type { Words } from '#text/catalogue.ts'

export const asks: Words<typeof asksText> = {
  noWallet: 'Erstellen Sie zuerst eine Wallet',
  notActive: 'Senden und Empfangen gehen, sobald eine Ihrer Wallets aktiv ist.',
  busy: 'Beenden oder schließen Sie, was hier geöffnet ist, und öffnen Sie den Link dann noch einmal.',
}
