import type { Words } from '#text/catalogue.ts'
import type { inboxText } from '#text/inbox.ts'

export const inbox: Words<typeof inboxText> = {
  title: 'Wartet auf Sie',
  all: 'Alle Wallets',
  groups: { approvals: 'Überweisungen zum Genehmigen', dapps: 'DApps fragen an', invites: 'Einladungen' },
  connects: (name) => `${name} möchte sich verbinden`,
  speedUp: 'Beschleunigen',
  send: 'Transaktion senden',
  sign: 'Nachricht unterschreiben',
  inviteFrom: (email) => `Einladung von ${email}`,
  become: 'Guardian werden',
  becomeOf: (wallet) => `Guardian von ${wallet} werden`,
  left: (minutes) => `noch ${minutes} Min.`,
  expires: (day) => `Gültig bis ${day}`,
  clear: 'Alles erledigt',
  nothing: 'Nichts wartet auf Ihre Unterschrift.',
}
