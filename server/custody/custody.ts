import type { Hex } from 'viem'
import { makeUnderway } from '#server/async/underway.ts'
import { approve, confirmInvite, decline } from './approval/decision.ts'
import { cancel, end } from './approval/ending.ts'
import { type Requirement, requirementOf, setPolicy } from './approval/guardian.ts'
import { endInvite, type Invite, importInvite, invite, invitesOf, renewInvite } from './approval/invite.ts'
import { type IssuedText, issueApproval, issueInvite, signIssued } from './approval/issue.ts'
import { type ApprovalState, approvalState } from './approval/progress.ts'
import { type Proposed, propose } from './approval/proposal.ts'
import { addBitcoinAccount, type BitcoinAccount, bitcoinAccounts, formerAccounts } from './bitcoin/account.ts'
import { type SignedBitcoin, signBitcoinTransaction } from './bitcoin/sign.ts'
import { noteSpent } from './bitcoin/spent.ts'
import { sweepBitcoin } from './bitcoin/sweep.ts'
import { dropMessage, endRequest, messageSignature, signMessage } from './dappmessage.ts'
import type { LogEntry } from './disk/chain.ts'
import type { Identity } from './disk/identity.ts'
import type { Missing } from './hold/hold.ts'
import { noteMined } from './hold/mined.ts'
import { agreeRecovery } from './hold/recovery.ts'
import { agreeRelease, type HoldView, holdsOf, release, releaseBitcoin } from './hold/release.ts'
import { type CustodyOptions, openInside } from './inside.ts'
import type { KeyFile } from './keys.ts'
import { type OpenTransaction, openOf } from './open.ts'
import { type OperatorCalls, operatorCalls } from './operator/calls.ts'
import { operatorOf } from './operator/operator.ts'
import { bitcoinOf } from './operator/paused.ts'
import { accountsOf, type Overview, overviewOf } from './overview.ts'
import { checkOwner, guardianOf } from './owner.ts'
import { type PeopleCalls, peopleCalls } from './person/calls.ts'
import { checkEnded, checkFrozen, checkHold, type Speaker, speaker } from './person/grant.ts'
import { checkImportOpen } from './person/import.ts'
import { type AccountRecord, newestFirst, ofWallet, personLog } from './person/log.ts'
import type { PolicyVersion } from './policy.ts'
import { type Asked, type Input, type OfOneWallet, type OfSpeaker, parse } from './port.ts'
import { askRaise } from './raise/ask.ts'
import { raiseTransaction } from './raise/make.ts'
import { CustodyRefusal } from './refusal.ts'
import { replaceTransaction } from './replace.ts'
import { type SignedEvm, signEvmTransaction } from './sign.ts'
import { type SignedTransaction, signedTransaction } from './signed.ts'
import type { End } from './state.ts'
import type { Box } from './vault.ts'

export type { Requirement } from './approval/guardian.ts'
export type { Invite } from './approval/invite.ts'
export type { IssuedText } from './approval/issue.ts'
export type { ApprovalState } from './approval/progress.ts'
export type { Proposed } from './approval/proposal.ts'
export type { BitcoinAccount } from './bitcoin/account.ts'
export type { SignedBitcoin } from './bitcoin/sign.ts'
export { resealAnchor } from './disk/anchor.ts'
export { brokenAt, GENESIS, hashEntry, type LogEntry } from './disk/chain.ts'
export { resealCopies } from './disk/journal.ts'
export type { Copy, Mirror } from './disk/mirror.ts'
export { isSealed, keyMark } from './disk/seal.ts'
export { digestOf } from './drawn.ts'
export type { Guardian } from './event.ts'
export type { HoldView } from './hold/release.ts'
export type { CustodyOptions } from './inside.ts'
export { addKey, createKeyRing, type KeyRing, loadKeyRing, type Sealer } from './keyring.ts'
export { isReserved } from './message.ts'
export type { OpenTransaction } from './open.ts'
export { type CountsOf, type Operator, openOperator, type UnspentOf } from './operator/operator.ts'
export { pausedOf } from './operator/paused.ts'
export type { Recovered } from './operator/recover.ts'
export type { Said } from './operator/said.ts'
export type { Overview } from './overview.ts'
export type { Agent, SessionKind } from './person/event.ts'
export type { Grant, SignedSession } from './person/grant.ts'
export type { FirstStep } from './person/signin.ts'
export type { Asked, EvmTransaction, Meaning, Payload } from './port.ts'
export { CustodyRefusal, isTrouble, type RefusalCode } from './refusal.ts'
export type { SignedEvm } from './sign.ts'
export type { SignedTransaction } from './signed.ts'
export { nameOf, symbolOf } from './state.ts'
export {
  addressText,
  contactText,
  declineText,
  type IsSigned,
  makeIsSigned,
  sessionText,
} from './statement.ts'
export type { Witnesses } from './time.ts'

/** A policy version; `at` is when it came into force (ISO). */
export type Policy = Omit<PolicyVersion, 'at'> & { at: string }

/** A wallet's hash-chained log, oldest entry first; `head` is the hash of the last one. */
export interface ApprovalLog {
  entries: LogEntry[]
  head: string
}

export interface WalletKey {
  evmAddress: Hex
  keyId: string
  userId: string
  /** Custody's word that the address is this user's and this wallet's. */
  signature: string
  /** Accounts of the wallet on Bitcoin, each with custody's word for it. */
  bitcoin: BitcoinAccount[]
  /** Those whose key was replaced: what still comes there is moved. */
  former: BitcoinAccount[]
}

/**
 * The only door to keys. Every call takes and gives plain JSON messages, so that custody can run as a process of its
 * own. All of them reject with CustodyRefusal; calls about one wallet run one after another.
 */
export interface Custody extends PeopleCalls {
  /** The key (SPKI, DER in base64) under which custody signs what it says of addresses. */
  identity(ask: Asked<'identity'>): Promise<{ publicKey: string }>
  /** Owner, signed addresses and rules of many wallets; those that custody holds no key for are left out. */
  overview(ask: Asked<'overview'>): Promise<Overview[]>

  /**
   * What these wallets have proposed and not ended, oldest first; `more` where it is not all of it. `moved`: those of them
   * that have another Bitcoin address than at first.
   */
  openTransactions(
    ask: Asked<'openTransactions'>,
  ): Promise<{ items: OpenTransaction[]; more: boolean; moved: string[] }>

  /** The wallets of these people that custody holds a key for. */
  walletsOf(ask: Asked<'walletsOf'>): Promise<{ walletId: string; userId: string }[]>
  /** Idempotent per wallet: called again it answers the same address. */
  createWalletKey(ask: Asked<'createWalletKey'>): Promise<Omit<WalletKey, 'bitcoin' | 'former'>>
  wallet(ask: Asked<'wallet'>): Promise<WalletKey>
  /**
   * Idempotent per wallet and network: called again it answers the same address. Refused ('SignersAway') while not all
   * signers are there. Needs nobody: it gives nothing away and moves nothing.
   */
  addBitcoinAccount(ask: Asked<'addBitcoinAccount'>): Promise<Omit<BitcoinAccount, 'network'>>

  /**
   * The owner's: appends a policy version in force from now on, whether approval is enabled or not. It keeps or removes
   * guardians; only `confirmInvite` adds one. The same rules again change nothing.
   */
  setPolicy(ask: Asked<'setPolicy'>): Promise<Policy>
  policies(ask: Asked<'policies'>): Promise<Policy[]>
  /** What a transaction sent now would need. */
  required(ask: Asked<'required'>): Promise<Requirement>

  /** Part of the one take-over of an older installation, as `importPerson`. */
  importInvite(ask: Asked<'importInvite'>): Promise<void>
  /** Everybody who was asked to guard the wallet, and what became of it. */
  invites(ask: Asked<'invites'>): Promise<Invite[]>
  /** The owner's. The invited one accepts with an account of that address; `inviteId` is the caller's choice. */
  invite(ask: Asked<'invite'>): Promise<void>
  renewInvite(ask: Asked<'renewInvite'>): Promise<void>
  /** The owner takes an open invitation back, or the invited one says no. */
  endInvite(ask: Asked<'endInvite'>): Promise<void>

  /** The text by which a guardian, signing with his `guardianWalletId`, accepts an invite to `walletId`. */
  issueInvite(ask: Asked<'issueInvite'>): Promise<IssuedText>
  confirmInvite(ask: Asked<'confirmInvite'>): Promise<{ address: string }>

  /**
   * The owner's: writes down a transaction, without which nothing is signed. Its id comes from its `source`, so that
   * the same one again answers what was recorded.
   */
  propose(ask: Asked<'propose'>): Promise<Proposed>
  /** The owner's: after it nothing is ever signed for this transaction. Refused ('AlreadySigned') once that has begun. */
  cancel(ask: Asked<'cancel'>): Promise<{ outcome: End['outcome'] }>
  /** Ends what is not signed, or notes that what is signed is final on its chain. Answers how it ended before, if so. */
  end(ask: Asked<'end'>): Promise<{ outcome: End['outcome'] }>
  issueApproval(ask: Asked<'issueApproval'>): Promise<IssuedText>
  /** Signs an issued text of either kind; `recordId` is the invite's or the transaction's id. */
  signIssued(ask: Asked<'signIssued'>): Promise<{ signature: Hex }>
  approve(ask: Asked<'approve'>): Promise<ApprovalState>
  /**
   * A guardian's no, which cannot be taken back. When it leaves too few guardians for a policy version that binds at
   * this moment (the current one, an older one within the delay, or the one the transaction was proposed under), the
   * transaction is never signed, even after that version stopped to bind. Otherwise others may still approve, and he
   * counts as a no for as long as he is entitled.
   */
  decline(ask: Asked<'decline'>): Promise<ApprovalState>
  approvalState(ask: Asked<'approvalState'>): Promise<ApprovalState>
  /** The same of many; those that custody does not know, or cannot read, are left out. */
  approvalStates(ask: Asked<'approvalStates'>): Promise<ApprovalState[]>

  /**
   * Signs a proposed transaction with a nonce that custody takes itself and keeps for it for ever. Asked again it
   * answers the same bytes, whatever the message says then.
   */
  signEvmTransaction(ask: Asked<'signEvmTransaction'>): Promise<SignedEvm>
  /**
   * The same on Bitcoin, where two of three signers sign. Coins that another open transaction spends are refused
   * ('CoinTaken'). Asked again it answers the same bytes, whatever the message says then.
   */
  signBitcoinTransaction(ask: Asked<'signBitcoinTransaction'>): Promise<SignedBitcoin>
  /**
   * Moves coins of an address whose key was replaced to the wallet's present one, and nowhere else. Needs nobody: what a
   * replaced key holds is moved as soon as it is there.
   */
  sweepBitcoin(ask: Asked<'sweepBitcoin'>): Promise<SignedBitcoin>
  /**
   * The owner's: signs another attempt at what is signed and not on its chain, at a higher fee, or one in its place that
   * pays only the wallet itself. Asked again for the same attempt it answers the same bytes.
   */
  replaceTransaction(ask: Asked<'replaceTransaction'>): Promise<SignedTransaction>
  /**
   * The owner's: writes down that what hangs may cost more, without which guardians approve nothing of the kind. The same
   * again answers what was recorded; there is one at a time for each transaction.
   */
  askRaise(ask: Asked<'askRaise'>): Promise<ApprovalState>
  /**
   * Signs another attempt at what hangs, within the ceiling that guardians approved anew. Needs nobody else, as signing does
   * not. Asked again it answers the same bytes.
   */
  raiseTransaction(ask: Asked<'raiseTransaction'>): Promise<SignedTransaction>
  /** What was signed for a transaction, at last where there were several attempts, or as the one of this `hash`; or null. */
  signedTransaction(ask: Asked<'signedTransaction'>): Promise<SignedTransaction | null>
  /**
   * The owner's: personal_sign of bytes that a dApp chose. `digest` is of `drawnText`, as his dialog showed it. One
   * request is signed with one text only.
   */
  signMessage(ask: Asked<'signMessage'>): Promise<{ signature: Hex }>
  /** The same signature again, without a person: only for exactly what the owner confirmed. */
  messageSignature(ask: Asked<'messageSignature'>): Promise<{ signature: Hex }>
  /** Ends what a dApp's request proposed, if it is not signed. False when it is, and goes on. */
  endRequest(ask: Asked<'endRequest'>): Promise<{ ended: boolean }>
  /** The owner's: a request that did not become final is not signed any more, confirmed or not. */
  dropMessage(ask: Asked<'dropMessage'>): Promise<void>

  /**
   * Holds the wallets whose addresses sent what their logs do not know, and ends what is unsigned there. Answers which
   * ones it held.
   */
  noteMined(ask: Asked<'noteMined'>): Promise<{ held: string[] }>
  /** The same on Bitcoin, of what spends coins of a wallet. */
  noteSpent(ask: Asked<'noteSpent'>): Promise<{ held: string[] }>
  /** Why nothing of a wallet is signed, and whose word is missing. */
  holds(ask: Asked<'holds'>): Promise<HoldView[]>
  /** The owner's, or a guardian's who is asked: an older state of the wallet goes on. */
  agreeRelease(ask: Asked<'agreeRelease'>): Promise<{ missing: Missing }>
  /** A guardian's, whose owner's factors are lost: he may set up others. */
  agreeRecovery(ask: Asked<'agreeRecovery'>): Promise<{ missing: number }>
  /** Ends a hold that all have agreed to end; answers the nonce that is next. */
  release(ask: Asked<'release'>): Promise<{ nonce: number }>
  /** The same on Bitcoin, where what custody did not sign has to be final before; false where nothing was held. */
  releaseBitcoin(ask: Asked<'releaseBitcoin'>): Promise<{ released: boolean }>

  approvalLog(ask: Asked<'approvalLog'>): Promise<ApprovalLog>
  /** The same for a person: the owner or who guards the wallet now. */
  exportLog(ask: Asked<'exportLog'>): Promise<ApprovalLog>
  /** What happened with this person's account and wallets, newest first. */
  accountLog(ask: Asked<'accountLog'>): Promise<AccountRecord[]>
  close(): Promise<void>
}

const walletKeyOf = (identity: Identity, key: KeyFile): Omit<WalletKey, 'bitcoin' | 'former'> => {
  const [{ signature }] = accountsOf(identity, key)
  return { evmAddress: key.address, keyId: key.keyId, userId: key.userId, signature }
}

const logOf = ({ state }: Box): ApprovalLog => ({ entries: [...state.entries], head: state.head })

const policyOf = (version: PolicyVersion): Policy => ({ ...version, at: new Date(version.at).toISOString() })

/** Transactions of one answer. */
const PAGE = 500

/** One wallet whose log is refused keeps no other one out of a list. */
const unreadable = (error: unknown): undefined => {
  if (!(error instanceof CustodyRefusal) || error.code !== 'Broken') throw error
}

/** What a session that began with a backup code has to wait for. Weaker rules start late for everybody. */
const HELD: ReadonlySet<OfSpeaker> = new Set([
  'propose',
  'replaceTransaction',
  'askRaise',
  'approve',
  'signMessage',
  'agreeRelease',
  'agreeRecovery',
])

/** What nobody does whose account is frozen, beside weaker rules. */
const FROZEN: ReadonlySet<OfSpeaker> = new Set([...HELD, 'invite', 'renewInvite', 'confirmInvite'])

/** Custody, and what its operator may ask of it while it is open. */
export interface OpenCustody extends Custody {
  operator: OperatorCalls
}

/** Opens the store, making it when it is not there. Rejects with CustodyRefusal 'Locked', or 'KeyRing' for a ring of other keys. */
export const openCustody = async (options: CustodyOptions): Promise<OpenCustody> => {
  const inside = await openInside(options)
  const { facts, identity, copying, people, vault } = inside
  if (facts.has('restored')) {
    await vault.close()
    throw new CustodyRefusal(
      'Held',
      'Custody was put back from a backup. See what differs, and open it again: npm run custody -- restored.',
    )
  }

  /** Copies the answer, so that no caller can reach into custody's own state. */
  const inTurn =
    <K extends OfOneWallet, R>(name: K, work: (box: Box, input: Input<K>) => R | Promise<R>) =>
    async (message: Asked<K>): Promise<R> => {
      const input = parse(name, message)
      return vault.inTurn(input.walletId, async (box) => structuredClone(await work(box, input)))
    }

  const speaking = makeUnderway()
  /** As `inTurn`, for whoever the message's grant speaks for. The person's turn is over before the wallet's begins. */
  const spoken =
    <K extends OfSpeaker, R>(name: K, work: (box: Box, input: Input<K>, who: Speaker) => R | Promise<R>) =>
    async (message: Asked<K>): Promise<R> => {
      const input = parse(name, message)
      const answer = speaker(people, input.grant).then((who) => {
        if (HELD.has(name)) checkHold(who)
        return vault.inTurn(input.walletId, async (box) => {
          // His session may have ended since, or his account been frozen.
          checkEnded(people, input.grant)
          const now = { ...who, isFrozen: people.freezeOf(who.userId)?.isFrozen ?? false }
          if (FROZEN.has(name)) checkFrozen(now)
          return structuredClone(await work(box, input, now))
        })
      })
      speaking.add(
        answer.then(
          () => undefined,
          () => undefined,
        ),
      )
      return answer
    }

  /** Nothing signed leaves before what allowed it lies in the other place, too. */
  const copied =
    <A, R>(call: (message: A) => Promise<R>) =>
    async (message: A): Promise<R> => {
      const answer = await call(message)
      await copying.settled()
      return answer
    }

  return {
    operator: operatorCalls(
      operatorOf(inside, options),
      async (walletId) => (await vault.keys.find(walletId)).address,
      (walletId) => vault.inTurn(walletId, async (box) => bitcoinOf(box)),
    ),
    ...peopleCalls(facts, people),
    async identity(message) {
      parse('identity', message)
      return { publicKey: identity.publicKey }
    },
    async overview(message) {
      const { walletIds } = parse('overview', message)
      const seen = await Promise.all(walletIds.map((walletId) => vault.look(walletId)))
      return structuredClone(seen.flatMap((sight) => (sight ? [overviewOf(vault, sight)] : [])))
    },
    async openTransactions(message) {
      const { walletIds, skip } = parse('openTransactions', message)
      const asked = [...new Set(walletIds)]
      const seen = await Promise.all(asked.map((walletId) => vault.look(walletId).catch(unreadable)))
      const all = seen.flatMap((sight) => (sight ? openOf(sight) : []))
      const items = all.slice(skip, skip + PAGE)
      const moved = seen.flatMap((sight) =>
        sight && [...sight.state.keys.values()].some((keys) => keys.length > 1) ? sight.key.walletId : [],
      )
      return structuredClone({ items, more: skip + items.length < all.length, moved })
    },
    async walletsOf(message) {
      const { userIds } = parse('walletsOf', message)
      return [...new Set(userIds)].flatMap((userId) =>
        vault.keys.walletsOf(userId).map((walletId) => ({ walletId, userId })),
      )
    },
    async createWalletKey(message) {
      const { walletId, userId } = parse('createWalletKey', message)
      return walletKeyOf(identity, await vault.createWalletKey(walletId, userId))
    },
    wallet: inTurn('wallet', (box) => ({
      ...walletKeyOf(identity, box.key),
      bitcoin: bitcoinAccounts(identity, box),
      former: formerAccounts(identity, box),
    })),
    addBitcoinAccount: copied(
      inTurn('addBitcoinAccount', (box, input) => addBitcoinAccount(vault, box, input)),
    ),
    setPolicy: spoken('setPolicy', async (box, input, who) => policyOf(await setPolicy(box, input, who))),
    policies: inTurn('policies', ({ state }) => state.policies.map(policyOf)),
    required: inTurn('required', (box) => requirementOf(box, vault.delay)),
    importInvite: inTurn('importInvite', async (box, input) => {
      checkImportOpen(people)
      await importInvite(box, input)
    }),
    invites: inTurn('invites', invitesOf),
    invite: spoken('invite', invite),
    renewInvite: spoken('renewInvite', renewInvite),
    endInvite: spoken('endInvite', endInvite),
    issueInvite: spoken('issueInvite', (box, input, who) => issueInvite(vault, box, input, who)),
    confirmInvite: spoken('confirmInvite', (box, input, who) => confirmInvite(vault, box, input, who)),
    propose: spoken('propose', (box, input, who) => propose(vault, box, input, who)),
    cancel: spoken('cancel', (box, input, who) => cancel(vault, box, input, who)),
    end: inTurn('end', (box, input) => end(vault, box, input)),
    issueApproval: spoken('issueApproval', (box, input, who) => issueApproval(vault, box, input, who)),
    signIssued: spoken('signIssued', (box, input, who) => signIssued(vault, box, input, who)),
    approve: spoken('approve', (box, input, who) => approve(vault, box, input, who)),
    decline: spoken('decline', (box, input, who) => decline(vault, box, input, who)),
    async approvalStates(message) {
      const { of } = parse('approvalStates', message)
      const found = await Promise.all(
        of.map(async ({ walletId, txId }) => {
          const sight = await vault.look(walletId).catch(unreadable)
          return sight?.state.proposals.has(txId) ? approvalState(vault, sight, txId) : undefined
        }),
      )
      return structuredClone(found.filter((state) => state !== undefined))
    },
    approvalState: inTurn('approvalState', (box, { txId }) => approvalState(vault, box, txId)),
    signEvmTransaction: copied(
      inTurn('signEvmTransaction', (box, input) => signEvmTransaction(vault, box, input)),
    ),
    signBitcoinTransaction: copied(
      inTurn('signBitcoinTransaction', (box, input) => signBitcoinTransaction(vault, box, input)),
    ),
    sweepBitcoin: copied(inTurn('sweepBitcoin', (box, input) => sweepBitcoin(vault, box, input))),
    replaceTransaction: copied(
      spoken('replaceTransaction', (box, input, who) => replaceTransaction(vault, box, input, who)),
    ),
    askRaise: spoken('askRaise', (box, input, who) => askRaise(vault, box, input, who)),
    raiseTransaction: copied(inTurn('raiseTransaction', (box, input) => raiseTransaction(vault, box, input))),
    signedTransaction: copied(
      inTurn('signedTransaction', (box, input) => signedTransaction(vault, box, input)),
    ),
    signMessage: copied(spoken('signMessage', (box, input, who) => signMessage(vault, box, input, who))),
    endRequest: inTurn('endRequest', endRequest),
    dropMessage: spoken('dropMessage', dropMessage),
    messageSignature: copied(inTurn('messageSignature', (box, input) => messageSignature(vault, box, input))),
    async noteMined(message) {
      return noteMined(vault, parse('noteMined', message))
    },
    async noteSpent(message) {
      return noteSpent(vault, parse('noteSpent', message))
    },
    holds: inTurn('holds', holdsOf),
    agreeRelease: spoken('agreeRelease', (box, input, who) => agreeRelease(vault, box, input, who)),
    agreeRecovery: spoken('agreeRecovery', (box, input, who) => agreeRecovery(vault, box, input, who)),
    release: inTurn('release', release),
    releaseBitcoin: inTurn('releaseBitcoin', releaseBitcoin),
    approvalLog: inTurn('approvalLog', logOf),
    exportLog: spoken('exportLog', (box, _input, who) => {
      if (!guardianOf(vault, box, who)) checkOwner(box, who)
      return logOf(box)
    }),
    async accountLog(message) {
      const { userId, records } = await personLog(people, parse('accountLog', message).grant)
      const walletIds = vault.keys.walletsOf(userId)
      const seen = await Promise.all(walletIds.map((walletId) => vault.look(walletId).catch(unreadable)))
      const ofWallets = seen.flatMap((sight) =>
        sight?.key.userId === userId ? ofWallet(sight.key.walletId, sight.state.entries) : [],
      )
      return structuredClone(newestFirst([...records, ...ofWallets]))
    },
    async close() {
      await speaking.idle()
      await people.drain()
      // What does not get there is copied at the next start.
      await copying.settled().catch(() => undefined)
      await vault.close()
    },
  }
}
