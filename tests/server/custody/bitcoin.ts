import { randomBytes } from 'node:crypto'
import { type Asked, CustodyRefusal, type LogEntry } from '#server/custody/custody.ts'
import type { Signers } from '#server/signer/port.ts'
import { PARTIES, type Share } from '#server/signer/share.ts'
import { begunDraft } from '../signer/begun.ts'
import { makeTrio, PAIRS, signAs } from '../signer/trio.ts'
import { type Bench, DAY, grant, guarded, idOf } from './fixture.ts'

export const NETWORK = 'regtest'
export const PAYEE = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

/** Three signers in memory who believe the log that custody brings. Nobody checks anything here but custody. */
export const fakeSigners = () => {
  const keys = new Map<string, Share[]>()
  const logs = new Map<string, readonly LogEntry[]>()
  let signed = 0
  const said = {
    isAway: false,
    logs,
    /** How often somebody was asked to sign. */
    signed: () => signed,
  }
  const check = () => {
    if (said.isAway) throw new CustodyRefusal('SignersAway', 'Signer 2 is missing.')
  }
  const signers: Signers = {
    async makeKey(walletId) {
      check()
      const shares = keys.get(walletId) ?? makeTrio()
      keys.set(walletId, shares)
      const [first] = shares
      if (!first) throw new Error(`There are ${PARTIES.length} of them`)
      return { commitments: first.commitments, verifying: first.verifying }
    },
    async tell(walletId, entries) {
      check()
      logs.set(walletId, [...entries])
    },
    async sign(walletId, txId) {
      check()
      signed += 1
      const draft = begunDraft(logs.get(walletId) ?? [], walletId, txId)
      const signatures = draft.digests.map((digest) => signAs(keys.get(walletId) ?? [], PAIRS[1], digest))
      return { raw: draft.sign(signatures), txid: draft.txid }
    },
    close: async () => undefined,
  }
  return { signers, said }
}

/** An owner's wallet 'safe' with a Bitcoin account, guarded as `guarded` has it. */
export const bitcoinWallet = async (
  names: string[] = [],
  consensus = 1,
  options: { policyDelayS?: number } = {},
) => {
  const made = await guarded(names, consensus, options)
  const { signers, said } = fakeSigners()
  const policyDelayS = options.policyDelayS ?? 0
  await made.reopen({ signers, policyDelayS })
  const { address } = await made.custody.addBitcoinAccount({ walletId: 'safe', network: NETWORK })
  return Object.assign(made, { address, said, signers })
}

type Coins = Asked<'signBitcoinTransaction'>['coins']

/** Something that is worth so much. */
export const coin = (value: number): Coins[number] => ({
  txid: randomBytes(32).toString('hex'),
  vout: 1,
  value: String(value),
})

export interface BitcoinSending {
  name: string
  txId: string
  recipient: string
  amount: string
  feeCeiling: string
  expiresAt: string
  coins: Coins
  change: string
}

/** 0.001 BTC of a coin of 0.01 BTC, for 400 satoshi and at most 1,000. */
export const paying = ({ clock }: Pick<Bench, 'clock'>, name = 'btc-1'): BitcoinSending => ({
  name,
  txId: idOf(name),
  recipient: PAYEE,
  amount: '100000',
  feeCeiling: '1000',
  expiresAt: new Date(clock.now().getTime() + 7 * DAY).toISOString(),
  coins: [coin(1_000_000)],
  change: '899600',
})

export const offer = async (
  made: Bench,
  sent: BitcoinSending,
  { shown, grant: by }: { shown?: string; grant?: string } = {},
) =>
  made.custody.propose({
    grant: by ?? (await grant(made, 'owner')),
    walletId: 'safe',
    source: { kind: 'key', id: sent.name },
    payload: { family: 'bitcoin', network: NETWORK, recipient: sent.recipient, amount: sent.amount },
    meaning: {
      ...{ walletName: 'Savings', action: 'send', rate: '2000' },
      ...{ feeCeiling: sent.feeCeiling, expiresAt: sent.expiresAt },
    },
    ...(shown !== undefined && { shown }),
  })

export const pay = ({ custody }: Pick<Bench, 'custody'>, { txId, coins, change }: BitcoinSending) =>
  custody.signBitcoinTransaction({ walletId: 'safe', txId, coins, change })
