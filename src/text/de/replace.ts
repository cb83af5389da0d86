import type { Words } from '#text/catalogue.ts'
import type { replaceText } from '#text/replace.ts'

export const replace: Words<typeof replaceText> = {
  title: 'Wartet auf das Netzwerk',
  waits: 'Die Transaktion ist noch in keinem Block. Eine höhere Gebühr kann sie schneller dorthin bringen.',
  cancelling:
    'Die Transaktion wird abgebrochen. Nimmt das Netzwerk die Überweisung doch zuerst, ist sie gesendet.',
  speedUp: {
    action: 'Beschleunigen',
    title: 'Diese Transaktion beschleunigen?',
    follows:
      'Dieselbe Überweisung geht noch einmal hinaus, mit höherer Gebühr. Das Netzwerk nimmt nur eine von beiden, und Sie zahlen nur für diese.',
    working: 'Wird beschleunigt…',
    done: 'Mit höherer Gebühr erneut gesendet.',
  },
  cancel: {
    action: 'Transaktion abbrechen',
    title: 'Diese Transaktion abbrechen?',
    follows:
      'An ihre Stelle tritt eine Transaktion, die niemandem etwas zahlt: Ihr Geld bleibt in Ihrer Wallet, Sie zahlen nur die Gebühr. Nimmt das Netzwerk die Überweisung zuerst, ist sie doch gesendet.',
    working: 'Wird abgebrochen…',
    done: 'Der Abbruch läuft. Er ist abgeschlossen, sobald das Netzwerk ihn bestätigt hat.',
  },
  anew: {
    title: 'Höhere Gebühr',
    approvals: 'Genehmigungen der höheren Gebühr',
    action: 'Guardians fragen',
    follows: (required) =>
      `Das würde mehr kosten als bisher genehmigt. Ihre Guardians werden gebeten, eine höhere Gebühr zu genehmigen; ${required === 1 ? 'sobald einer es getan hat' : `sobald ${required} es getan haben`}, geht dieselbe Überweisung noch einmal hinaus. Sie zahlen nur für die, die das Netzwerk nimmt.`,
    limit: 'Neue Obergrenze',
    working: 'Wird angefragt…',
    done: 'Ihre Guardians sind gebeten, die höhere Gebühr zu genehmigen.',
    asks: 'Ihre Guardians sind gebeten, eine höhere Gebühr zu genehmigen. Sobald das geschehen ist, geht dieselbe Überweisung noch einmal hinaus.',
    withdraw: 'Anfrage zurückziehen',
    withdrawing: 'Wird zurückgezogen…',
    declinedBy: (who) => `${who} hat die höhere Gebühr abgelehnt.`,
    refused: 'Die höhere Gebühr wurde nicht genehmigt.',
    stays: 'Die Überweisung wartet mit ihrer Gebühr weiter.',
    withdrawn: 'Ihre Guardians werden nicht mehr gefragt. Die Überweisung wartet mit ihrer Gebühr weiter.',
  },
  again: {
    action: 'Abbruch beschleunigen',
    title: 'Den Abbruch beschleunigen?',
  },
  byLater:
    'Das Wechselgeld dieser Überweisung gibt eine spätere schon aus. Die spätere geht noch einmal hinaus, mit einer höheren Gebühr für beide, sodass das Netzwerk beide früher nimmt.',
  transfer: 'Überweisung',
  feeNow: 'Gebühr jetzt',
  feeNew: 'Neue Gebühr',
  approvedUpTo: 'Von Guardians genehmigt bis',
  atMost: 'Höchstens ',
  keep: 'Weiter warten',
  reading: 'Netzwerkgebühren werden gelesen…',
  failed: 'Die Netzwerkgebühr konnte nicht gelesen werden.',
  checking: 'Es wird geprüft, ob es angenommen wurde…',
  unknown:
    'Der Server hat nicht geantwortet, deshalb ist nicht bekannt, ob es angenommen wurde. Sehen Sie in der Aktivität nach, bevor Sie es noch einmal versuchen.',
  notSent: 'Nichts ist an ihre Stelle getreten.',
  earlierSent:
    'Es ist schon etwas an ihre Stelle getreten. Sehen Sie in der Aktivität nach, bevor Sie es noch einmal versuchen.',
  gone: 'Die Transaktion ist jetzt in einem Block, deshalb kann nichts mehr an ihre Stelle treten.',
  attempts: (count) => (count === 1 ? '1 Versuch' : `${count} Versuche`),
  kind: { sent: 'Gesendet', faster: 'Beschleunigt', cancels: 'Abbruch' },
  fate: {
    waiting: 'Wartet auf einen Block',
    outbid: 'Ersetzt. Kann noch zuerst ankommen.',
    mined: 'In einem Block',
    behind: 'In keinem Block',
    won: 'Bestätigt',
    lost: 'Fand nie statt',
  },
  copyHash: (number) => `Hash von Versuch ${number} kopieren`,
}
