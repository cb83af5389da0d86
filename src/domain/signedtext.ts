import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { ApprovalRequest } from '#contract/approval.ts'
import type { Invite, SignatureMessage } from '#contract/guardian.ts'
import { sameAddress } from './address.ts'
import { unitsToText } from './amount.ts'
import { caip2, chainName, nativeSymbol } from './chain.ts'
import { feeCoins } from './gas.ts'
import { oneLine, symbolLine } from './oneline.ts'

/** The texts that a guardian has signed, as the server writes them: every line, in this order. */
const APPROVAL = {
  title: 'Countersign approval v2',
  labels: [
    'Transaction',
    'Wallet',
    'Network',
    'Action',
    'Amount',
    'Units',
    'Asset',
    'To',
    'Data',
    'Note',
    'Fee up to',
    'Policy',
    'Log head',
    'Expires',
    'Nonce',
    'Timestamp',
  ],
} as const
/** What they sign where a transaction that hangs is to cost more than they approved: nothing more is sent. */
const FEE = {
  title: 'Countersign fee approval v1',
  labels: APPROVAL.labels.flatMap((label) => {
    if (label === 'Transaction') return [label, 'Raises the fee of' as const]
    return label === 'Fee up to' ? ['Fee so far up to' as const, label] : [label]
  }),
}
const INVITE = {
  title: 'Countersign invite v2',
  labels: ['Invite', 'E-mail', 'Wallet', 'Owner', 'Guardian wallet', 'Expires', 'Nonce', 'Timestamp'],
} as const

type Lines<F extends { labels: readonly string[] }> = Record<F['labels'][number], string>

/** Values by label; undefined for any text that is not exactly of this form. */
const parse = <F extends typeof APPROVAL | typeof FEE | typeof INVITE>(
  text: string,
  { title, labels }: F,
): Lines<F> | undefined => {
  const [first, ...rest] = text.split('\n')
  if (first !== title || rest.length !== labels.length) return undefined
  const fits = labels.every((label, index) => rest[index]?.startsWith(`${label}: `))
  if (!fits) return undefined
  return Object.fromEntries(
    labels.map((label, index) => [label, rest[index]?.slice(label.length + 2) ?? '']),
  ) as Lines<F>
}

/** Capitals of names, symbols and hex say nothing. */
const same = (a: string | undefined, b: string | undefined): boolean => a?.toLowerCase() === b?.toLowerCase()

const differing = (
  lines: Readonly<Record<string, string>>,
  shown: Readonly<Record<string, string>>,
): string | undefined => Object.keys(shown).find((label) => !same(lines[label], shown[label]))

const ACTIONS = { send: 'send', call: 'call', creation: 'contract creation' } as const

const assetLine = ({
  kind,
  assetAddress,
  assetTokenId,
}: Pick<ApprovalRequest, 'kind' | 'assetAddress' | 'assetTokenId'>): string => {
  if (kind !== 'send' || !assetAddress) return 'native'
  return assetTokenId ? `${assetAddress}#${assetTokenId}` : assetAddress
}

const dataLine = ({ bytes, data }: { bytes: number; data: string }): string =>
  bytes === 0 ? 'none' : `${bytes} bytes keccak256 0x${bytesToHex(keccak_256(hexToBytes(data.slice(2))))}`

/** Why a text is not what the page shows: the label of the first line that differs. */
export type Mismatch = { line: string } | { form: true }

/**
 * Compares a text that a guardian is about to have signed with the card that he decided by: every line that the card
 * shows. Undefined when they say the same.
 */
export const approvalMismatch = (
  { message, nonce, timestamp }: SignatureMessage,
  card: ApprovalRequest,
): Mismatch | undefined => {
  const { blockchain, amount, assetSymbol, assetTokenId, assetDecimals, feeCeiling, call, raises } = card
  const lines = parse(message, raises ? FEE : APPROVAL)
  if (!lines) return { form: true }
  const fee = (units: string) => `${feeCoins(units, blockchain)} ${nativeSymbol(blockchain) ?? ''}`
  const line = differing(lines, {
    Transaction: card.txId,
    ...(raises && { 'Raises the fee of': raises.txId, 'Fee so far up to': fee(raises.feeCeiling) }),
    Wallet: oneLine(`${oneLine(card.walletName)} ${card.sender ?? ''}`),
    Network: `${chainName(blockchain)} (${caip2(blockchain) ?? ''})`,
    Action: ACTIONS[card.kind],
    Amount: `${unitsToText(amount, assetDecimals)} ${symbolLine(assetSymbol)}`,
    Units: assetTokenId ? '1' : amount,
    Asset: assetLine(card),
    ...(call && { Data: dataLine(call) }),
    'Fee up to': fee(feeCeiling ?? '0'),
    Expires: card.expiresAt,
    Nonce: nonce,
    Timestamp: String(timestamp),
  })
  if (line !== undefined) return { line }
  if (lines.Note !== oneLine(card.kind === 'send' ? (card.description ?? '') : '')) return { line: 'Note' }
  if (!sameAddress(lines.To, card.recipient ?? '-')) return { line: 'To' }
  return lines.Policy.startsWith(`v${card.policyVersion}, ${card.required} of `)
    ? undefined
    : { line: 'Policy' }
}

/** The same for the text by which somebody accepts an invitation with one of his wallets. */
export const inviteMismatch = (
  { message, nonce, timestamp }: SignatureMessage,
  invite: Pick<Invite, 'id' | 'walletAddress' | 'userEmail'>,
  own: { email: string; address: string },
): Mismatch | undefined => {
  const lines = parse(message, INVITE)
  if (!lines) return { form: true }
  const line = differing(lines, {
    Invite: invite.id,
    'E-mail': own.email,
    Wallet: invite.walletAddress,
    Owner: invite.userEmail,
    'Guardian wallet': own.address,
    Nonce: nonce,
    Timestamp: String(timestamp),
  })
  return line === undefined ? undefined : { line }
}
