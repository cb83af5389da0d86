import type { Words } from '#text/catalogue.ts'
import type { releaseText } from '#text/release.ts'

export const release: Words<typeof releaseText> = {
  title: 'Diese Wallet wieder freigeben?',
  lead: 'Ihre neuesten Aufzeichnungen konnten nicht wiederhergestellt werden, deshalb ist sie zur Prüfung angehalten. Auf der Blockchain ist nichts verloren. Was vorher nicht gesendet wurde, wird nicht mehr gesendet.',
  ask: 'Stimmen Sie nur zu, wenn es Ihnen angekündigt wurde. Der Inhaber und so viele Guardians, wie die strengste Regel verlangt, müssen zustimmen.',
  agree: 'Zustimmen',
  not: 'Nicht jetzt',
  agreed: 'Sie haben zugestimmt',
  all: 'Alle haben zugestimmt: Die Wallet sendet wieder.',
  waits: 'Die anderen müssen noch zustimmen.',
  home: 'Zu meinen Wallets',
}
