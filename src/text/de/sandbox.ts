import type { Words } from '#text/catalogue.ts'
import type { sandboxText } from '#text/sandbox.ts'

export const sandbox: Words<typeof sandboxText> = {
  title: 'Sandbox-Werkzeuge',

  code: 'Anmeldecode',
  noCode: 'Er kommt mit der nächsten E-Mail.',
  copyCode: 'Anmeldecode kopieren',

  authenticator: 'Authenticator',
  secret: 'Schlüssel oder otpauth-Link',
  secretHint: 'Er bleibt auf dieser Seite, bis Sie sie neu laden oder schließen.',
  wrongSecret: 'Ein Schlüssel hat nur die Buchstaben A bis Z und die Ziffern 2 bis 7',
  left: (seconds) => `noch ${seconds} s`,
  copyAuthenticator: 'Authenticator-Code kopieren',

  faucet: (wallet) => `Testgeld für ${wallet}`,
  give: (amount, symbol) => `${amount} ${symbol} holen`,
  given: (amount, symbol) => `${amount} ${symbol} sind unterwegs.`,

  guardians: 'Demo-Guardians',
  inviteDemo: 'Demo-Guardian einladen',
  making: 'Konto wird erstellt…',
  invited: (email) => `${email} ist eingeladen.`,
  nothing: 'Nichts wartet.',
  approve: 'Genehmigen',
  decline: 'Ablehnen',
  approveWhat: (what) => `Genehmigen: ${what}`,
  declineWhat: (what) => `Ablehnen: ${what}`,
}
