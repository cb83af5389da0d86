import type { Words } from '#text/catalogue.ts'
import type { signInText } from '#text/signin.ts'

export const signIn: Words<typeof signInText> = {
  continue: 'Weiter mit E-Mail',
  email: 'E-Mail',
  expired:
    'Ihre Anmeldung hat zu lange gedauert und ist abgelaufen. Geben Sie Ihre E-Mail-Adresse ein, um neu zu beginnen.',
  google: 'Weiter mit Google',
  lead: 'Geben Sie Ihre E-Mail-Adresse ein, wir senden Ihnen einen Code.',
  noGoogle: 'Die Anmeldung mit Google ist nicht eingerichtet',
  offline: 'Sie sind offline. Verbinden Sie sich mit dem Internet, um fortzufahren.',
  down: 'Keine Verbindung. Es geht weiter, sobald sie wieder da ist.',
  or: 'oder',
  promise: 'Eine zweite Unterschrift für jede Überweisung.',
  sandbox: 'Sandbox · Testgeld',
  title: 'Anmelden',
}
