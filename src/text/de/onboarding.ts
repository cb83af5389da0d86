import type { Words } from '#text/catalogue.ts'
import type { onboardingText } from '#text/onboarding.ts'

export const onboarding: Words<typeof onboardingText> = {
  noNeed: 'Um für andere zu genehmigen, brauchen Sie das nicht.',
  openHub: 'Guardian-Hub öffnen',
  waiting: 'Wartet auf Sie',
  wantsToConnect: 'möchte sich verbinden',
  connect: 'Verbinden',
  connectWho: (name) => `${name} verbinden`,
  review: 'Prüfen',
  reject: 'Ablehnen',
  rejectWhat: (method) => `${method} ablehnen`,
  reviewWhat: (method) => `${method} prüfen`,

  steps: {
    dialog: 'Identitätsprüfung',
    step: (number) => `Schritt ${number}`,
    connect: 'Verbinden Sie zuerst Ihre Wallet',
    open: 'Öffnen Sie die Seite des Testnetzes und klicken Sie auf ',
    connectWallet: 'Connect Wallet',
    copyLink: 'Kopieren Sie den Link und kommen Sie hierher zurück',
    press: 'Klicken Sie auf ',
    paste: ', fügen Sie den Link ein und genehmigen Sie die Verbindungsanfrage',
    enable: 'Wallet im Testnetz freischalten',
    check:
      'Schließen Sie die Identitätsprüfung (KYC) auf der Seite des Testnetzes ab. Danach sind Senden und Empfangen hier sofort frei.',
    connected: 'Wallet verbunden',
    identity: 'Identität geprüft',
    transfer: 'Senden und Empfangen',
    done: 'Erledigt',
    itemDone: 'Erledigt:',
    testnet: 'Testnetz öffnen',
  },
  doneNotes: { connect: 'Verbunden', enable: 'Identität geprüft' },
  completed: (title) => `${title}: Erledigt`,

  seal: {
    first: 'Bisher eine Unterschrift',
    closes: 'Das Siegel schließt sich, wenn ein Guardian Ihre erste Überweisung gegenzeichnet.',
    stepsDone: (count, of) => `${count} von ${of} Schritten erledigt`,
    open: 'Senden und Empfangen sind frei',
    invite:
      'Noch genügt eine Unterschrift für alles. Laden Sie einen Guardian ein, um das Siegel zu schließen.',
    whole: 'Gegengezeichnet',
    both: 'Sie haben unterschrieben, Ihr Guardian hat gegengezeichnet.',
  },

  next: {
    title: 'Danach, wenn Sie möchten',
    hide: 'Ausblenden',
    arrived: (amount, when) => `${amount} eingegangen, ${when}`,
    waits: 'Wartet auf die Annahme durch Ihren Guardian',
    titles: {
      money: 'Testgeld holen',
      guardian: 'Guardian einladen',
      transfer: 'Erste geschützte Überweisung',
    },
    notes: {
      money: 'Kostenlose RBNT aus dem Faucet',
      guardian: 'Jemand, dem Sie vertrauen, gibt die zweite Unterschrift',
      transfer: 'Sie unterschreiben, Ihr Guardian zeichnet gegen',
    },
    actions: { money: 'Holen', guardian: 'Einladen', transfer: 'Senden' },
  },
}
