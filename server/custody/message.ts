import { oneLine } from '#domain/oneline.ts'
import type { Terms } from './event.ts'

/** Texts that guardians sign begin with this word; a dApp may never have such a text signed. */
export const RESERVED = 'Countersign '

const render = (title: string, lines: readonly (readonly [string, string])[]): string =>
  [title, ...lines.map(([label, value]) => `${label}: ${oneLine(value)}`)].join('\n')

/** What a guardian signs (EIP-191) to accept an invitation. Timestamp in ms. */
export const inviteText = (invite: {
  inviteId: string
  email: string
  walletAddress: string
  owner: string
  guardianAddress: string
  expires: string
  nonce: string
  timestamp: number
}): string =>
  render('Countersign invite v2', [
    ['Invite', invite.inviteId],
    ['E-mail', invite.email],
    ['Wallet', invite.walletAddress],
    ['Owner', invite.owner],
    ['Guardian wallet', invite.guardianAddress],
    ['Expires', invite.expires],
    ['Nonce', invite.nonce],
    ['Timestamp', String(invite.timestamp)],
  ])

const raisedLine = (label: string, value: string | undefined): [string, string][] =>
  value === undefined ? [] : [[label, value]]

/** What a guardian signs (EIP-191) to approve a transaction, or a higher fee of one that hangs. Timestamp in ms, `units` the smallest ones. */
export const approvalText = (
  terms: Terms,
  approval: {
    units: string
    policy: { version: number; required: number; of: number }
    logHead: string
    nonce: string
    timestamp: number
  },
): string =>
  render(terms.raises === undefined ? 'Countersign approval v2' : 'Countersign fee approval v1', [
    ['Transaction', terms.transaction],
    ...raisedLine('Raises the fee of', terms.raises),
    ['Wallet', terms.wallet],
    ['Network', terms.network],
    ['Action', terms.action],
    ['Amount', terms.amount],
    ['Units', approval.units],
    ['Asset', terms.asset],
    ['To', terms.to],
    ['Data', terms.data],
    ['Note', terms.note ?? ''],
    ...raisedLine('Fee so far up to', terms.feeBefore),
    ['Fee up to', terms.fee],
    ['Policy', `v${approval.policy.version}, ${approval.policy.required} of ${approval.policy.of}`],
    ['Log head', approval.logHead],
    ['Expires', terms.expires],
    ['Nonce', approval.nonce],
    ['Timestamp', String(approval.timestamp)],
  ])

/** What a guardian signs (EIP-191) to agree that a wallet goes on from an older state. Timestamp in ms. */
export const releaseText = (release: {
  walletAddress: string
  hold: string
  logHead: string
  timestamp: number
}): string =>
  render('Countersign release v1', [
    ['Wallet', release.walletAddress],
    ['Hold', release.hold],
    ['Log head', release.logHead],
    ['Timestamp', String(release.timestamp)],
  ])

/** What a guardian signs (EIP-191) to agree that a wallet's owner, whose factors are lost, sets up others. Timestamp in ms. */
export const recoveryText = (recovery: {
  walletAddress: string
  owner: string
  notice: string
  logHead: string
  timestamp: number
}): string =>
  render('Countersign recovery v1', [
    ['Wallet', recovery.walletAddress],
    ['Owner', recovery.owner],
    ['Notice', recovery.notice],
    ['Log head', recovery.logHead],
    ['Timestamp', String(recovery.timestamp)],
  ])

/** True for text that only custody may issue, however its letters are encoded. */
export const isReserved = (text: string): boolean => text.normalize('NFKC').trim().startsWith(RESERVED)
