import type { AccountRecord } from '#contract/account.ts'
import { settingsText } from '#text/settings.ts'
import type { IconName } from '#ui/icon.ts'
import { agentText } from './session.ts'

export const recordTitle = (record: AccountRecord): string =>
  settingsText.log.titles[record.type]({ ...record })

/** The wallet that it happened with, or the browser that it came from. */
export const recordCaption = (
  record: AccountRecord,
  nameOf: (walletId: string) => string | undefined,
): string | undefined => (record.walletId ? nameOf(record.walletId) : agentText(record))

export const recordIcon = ({ type }: AccountRecord): IconName => {
  switch (type) {
    case 'signed-in':
      return 'log-in'
    case 'sessions-ended':
      return 'log-out'
    case 'signed-in-backup':
    case 'backup-code-used':
    case 'backup-codes-made':
    case 'stepped-up':
      return 'key-round'
    case 'wrong-code':
    case 'recovery-noticed':
      return 'triangle-alert'
    case 'authenticator-set':
    case 'authenticator-changed':
    case 'restore-undone':
    case 'recovery-refused':
      return 'smartphone'
    case 'frozen':
    case 'unfrozen':
      return 'lock'
    case 'provider-linked':
      return 'link-2'
    case 'guardian-invited':
    case 'guardian-joined':
    case 'guardian-removed':
    case 'invite-withdrawn':
    case 'invite-declined':
      return 'user-plus'
    case 'approval-on':
    case 'approval-off':
    case 'consensus':
      return 'shield-check'
    case 'unknown':
      return 'info'
    default:
      return type satisfies never
  }
}
