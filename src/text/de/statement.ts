import type { Words } from '#text/catalogue.ts'
import type { statementText } from '#text/statement.ts'

export const statement: Words<typeof statementText> = {
  title: 'Kontoauszug',
  print: 'Drucken oder als PDF speichern',
  of: (wallet) => `Kontoauszug von ${wallet}`,
  addresses: 'Adressen',
  period: 'Zeitraum',
  beginning: 'Beginn',
  today: 'heute',
  between: (from, to) => `${from} bis ${to}`,
  made: (when) => `Erstellt am ${when}. Alle Beträge sind exakt.`,
  opening: 'Anfangssaldo',
  received: 'Empfangen',
  sent: 'Gesendet',
  fees: 'Netzwerkgebühren',
  closing: 'Endsaldo',
  head: { transfer: 'Überweisung', amount: 'Betrag', balance: 'Saldo' },
  fee: 'Netzwerkgebühr',
  nothing: 'In diesem Zeitraum hat sich nichts bewegt.',
  none: 'Diese Wallet hielt in diesem Zeitraum nichts.',
  noPeriod: '„Von“ darf weder nach „Bis“ noch nach heute liegen.',
  counted: 'Die Salden sind vom heutigen Bestand der Wallet zurückgerechnet.',
  saved: (when) => `Aus gespeicherten Daten, Stand ${when}.`,
  notRead: 'Der Verlauf konnte noch nicht gelesen werden. Das Folgende kann falsch sein.',
  waiting: (count) =>
    count === 1
      ? '1 Transaktion dieses Zeitraums hat noch nichts bewegt und ist nicht gezählt.'
      : `${count} Transaktionen dieses Zeitraums haben noch nichts bewegt und sind nicht gezählt.`,
  cameIn: (amount) =>
    `Der Verlauf ist unvollständig: ${amount} sind ohne verzeichnete Transaktion eingegangen. Die Anfangssalden enthalten sie.`,
  wentOut: (amount) =>
    `Der Verlauf ist unvollständig: ${amount} sind ohne verzeichnete Transaktion abgegangen. In den Anfangssalden fehlen sie.`,
}
