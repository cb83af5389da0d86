import type { Words } from '#text/catalogue.ts'
import type { recoverText } from '#text/recover.ts'

export const recover: Words<typeof recoverText> = {
  guardian: {
    title: 'Hat der Inhaber alles verloren?',
    lead: 'Der Inhaber einer Wallet, die Sie schützen, soll seinen Authenticator und alle Backup-Codes verloren haben. Mit Ihrer Zustimmung und der aller anderen Guardians kann ein neuer Authenticator eingerichtet werden.',
    ask: 'Fragen Sie zuerst den Inhaber, am Telefon oder persönlich. Wer den neuen einrichtet, kann sich anmelden und Sie um Genehmigungen bitten.',
    act: 'Zustimmen',
    done: 'Sie haben zugestimmt',
    doneLead: 'Alle, die diese Wallet schützen, haben zugestimmt.',
    waits: 'Andere Guardians dieser Wallet müssen noch zustimmen.',
  },
  owner: {
    title: 'Neuen Authenticator verhindern?',
    lead: 'Jemand hat uns mitgeteilt, dass Sie Ihren Authenticator und alle Backup-Codes verloren haben. Halten Sie das auf, wenn es nicht stimmt: Ihr Authenticator bleibt, wie er ist.',
    ask: 'Haben Sie beides wirklich verloren, tun Sie nichts: In der E-Mail steht, ab wann Sie einen neuen einrichten können.',
    act: 'Aufhalten',
    done: 'Es ist aufgehalten',
    doneLead:
      'An Ihrem Authenticator ändert sich nichts. Wenn Sie um nichts gebeten haben, sorgen Sie dafür, dass niemand sonst Ihre E-Mails liest.',
  },
  not: 'Nicht jetzt',
  home: 'Zu meinen Wallets',
}
