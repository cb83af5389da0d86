import { privateKeyToAccount } from 'viem/accounts'
import { encodeTaproot } from '#domain/bitcoin.ts'
import type { Exactly } from '#server/custody/approval/proposal.ts'
import { bitcoinTermsOf } from '#server/custody/bitcoin/terms.ts'
import { chained, type LogEntry } from '#server/custody/disk/chain.ts'
import type { BitcoinSigning, EventData, LogEvent } from '#server/custody/event.ts'
import { approvalText, inviteText } from '#server/custody/message.ts'
import { raiseOf } from '#server/custody/raise/raise.ts'
import { outputKey, type PublicShare } from '#server/signer/share.ts'

const NETWORK = 'regtest'
const OWNER = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
export const RECIPIENT = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
export const OTHER = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'

/** A guardian's own key. */
export const guardian = (id: string) => {
  const account = privateKeyToAccount(`0x${Buffer.from(id).toString('hex').padStart(64, '1')}`)
  return { id, email: `${id}@example.com`, address: account.address, account }
}
type Guardian = ReturnType<typeof guardian>

export interface Sent {
  txId?: string
  recipient?: string
  amount?: string
  feeCeiling?: string
  expiresAt?: string
  policyVersion?: number
}
interface Raising {
  id: string
  txId: string
  before: string
  feeCeiling: string
  policyVersion: number
  expiresAt: string
  /** What is not as it should be. */
  change: Partial<EventData<'proposed'>>
}
const HOUR = 3_600_000

/** A wallet's log as custody would write it, entry by entry. `now` is read for each. */
export const walletLog = (walletId: string, now: () => number) => {
  const entries: LogEntry[] = []
  const add = (event: LogEvent): LogEntry => {
    const entry = chained(entries.at(-1), event, new Date(now()).toISOString()) as LogEntry
    entries.push(entry)
    return entry
  }
  add({ type: 'created', data: { walletId, address: OWNER } })
  let address = ''
  const proposals = new Map<string, EventData<'proposed'>>()
  let version = 0
  let members: Omit<Guardian, 'account'>[] = []

  return {
    entries,
    add,
    publish({ commitments, verifying }: PublicShare) {
      address = encodeTaproot(outputKey({ commitments }), NETWORK)
      add({
        type: 'account-added',
        data: { family: 'bitcoin', network: NETWORK, address, commitments, verifying },
      })
    },
    get address() {
      return address
    },
    set address(text: string) {
      address = text
    },
    /** Rules with these guardians, each of whom accepted. */
    async guard(guardians: readonly Guardian[], consensus = 1, enabled = true) {
      for (const { id, email, address: by, account } of guardians) {
        if (entries.some((one) => one.type === 'invite-confirmed' && one.data.inviteId === id)) continue
        const signed = { nonce: `n-${id}`, timestamp: now() }
        const message = inviteText({
          ...signed,
          ...{ inviteId: id, email, walletAddress: OWNER, owner: 'owner@example.com', guardianAddress: by },
          expires: new Date(now() + HOUR).toISOString(),
        })
        const signature = await account.signMessage({ message })
        add({ type: 'invite-confirmed', data: { inviteId: id, address: by, ...signed, message, signature } })
      }
      version += 1
      members = guardians.map(({ account: _, ...one }) => one)
      add({ type: 'policy', data: { version, enabled, consensus, guardians: members } })
    },
    propose({ txId = 'tx-1', recipient = RECIPIENT, amount = '40000', ...more }: Sent = {}) {
      const {
        feeCeiling = '1000',
        expiresAt = new Date(now() + 48 * HOUR).toISOString(),
        policyVersion,
      } = more
      const meaning = { walletName: 'Savings', action: 'send', feeCeiling, expiresAt, rate: '1000' } as const
      const payload = { family: 'bitcoin', network: NETWORK, recipient, amount } as const
      const data = {
        ...{ txId, ...bitcoinTermsOf(txId, address, payload, meaning) },
        ...(policyVersion !== undefined && { policyVersion }),
      }
      proposals.set(txId, data)
      add({ type: 'proposed', data })
    },
    /** Asks whether what hangs may cost more than so far, or than it is told. */
    raise({
      id = 'raise-1',
      txId = 'tx-1',
      before = '2000',
      feeCeiling = '5000',
      policyVersion = 1,
      expiresAt = new Date(now() + 48 * HOUR).toISOString(),
      change = {},
    }: Partial<Raising> = {}) {
      const data = {
        ...raiseOf(proposals.get(txId) as Exactly, { id, before, feeCeiling, expiresAt }),
        ...{ policyVersion, ...change },
      }
      proposals.set(id, data)
      add({ type: 'proposed', data })
    },
    async approve({ id, address: by, account }: Guardian, txId = 'tx-1') {
      const { terms, exact, policyVersion = 0 } = proposals.get(txId)!
      const signed = { nonce: `${txId}-${id}`, timestamp: now(), logHead: entries.at(-1)!.hash }
      const policy = entries.flatMap((one) => (one.type === 'policy' ? [one.data] : []))[policyVersion - 1]!
      const required = policy.enabled ? Math.min(Math.max(1, policy.consensus), policy.guardians.length) : 0
      const message = approvalText(terms, {
        ...{ units: exact!.units, policy: { version: policyVersion, required, of: policy.guardians.length } },
        ...signed,
      })
      const signature = await account.signMessage({ message })
      add({ type: 'approved', data: { txId, guardianId: id, address: by, ...signed, message, signature } })
    },
    sign({ txId = 'tx-1', ...more }: Partial<BitcoinSigning> = {}) {
      add({
        type: 'signing',
        data: {
          ...{ family: 'bitcoin', txId, network: NETWORK, approvals: [], change: '59500' },
          coins: [{ txid: 'ab'.repeat(32), vout: 0, value: '100000' }],
          ...more,
        },
      })
    },
  }
}
