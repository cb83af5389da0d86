import type { AccountNetwork } from '#contract/blockchain.ts'
import { accountNetworkOf, blockchainOf } from '#domain/chain.ts'
import type { Chain } from '#server/chains/family.ts'
import type { OpenTransaction } from '#server/custody/custody.ts'
import { inTransaction } from '#server/db/unit.ts'
import { isWalletId } from '#server/modules/wallets/apart.ts'
import type { WalletRow } from '#server/modules/wallets/service.ts'
import { stateOf } from './approved.ts'
import * as attempts from './attempts.ts'
import type { TransactionDeps } from './deps.ts'
import { endInCustody } from './end.ts'
import type { Families } from './families.ts'
import type { Family, Place, Signed } from './family.ts'
import * as onchain from './onchain.ts'
import * as outbox from './outbox.ts'
import { makeNews, publishUpdated, readersOf } from './publish.ts'
import * as store from './store.ts'

/** So long a proposal may wait for its row, which the call that proposed it is about to write. */
const UNWRITTEN_MS = 2 * 60_000
const NOT_SENT = 'Not sent'

/** What a row says that did not end and is in no block. */
const UNDECIDED = {
  ...{ rejectReason: null, note: null, finishedAt: null, reverted: false, cancels: false },
  ...{ blockNumber: null, blockHash: null, logIndex: null, fee: null, feeInUsd: null },
}

type Found = NonNullable<Awaited<ReturnType<typeof outbox.find>>>

const blockchainOfOpen = ({ exact }: OpenTransaction): string =>
  exact.family === 'bitcoin' ? `bitcoin:${exact.network}` : (blockchainOf(`eip155:${exact.chainId}`) ?? '')

const isSigned = (open: OpenTransaction): open is Signed => open.signing !== undefined

const isCarried = ({ transaction: { status }, send }: Found, { walletId }: OpenTransaction): boolean =>
  send.walletId === walletId && !send.void && (status === 'pending-approval' || status === 'broadcasting')

/** Where one of the attempts at a send is, and whether that one cancels it. */
interface Mined extends Place {
  cancels: boolean
}

/** The row tells what this block did, and when a contract's no is in it, that it was mined. */
const tells = ({ transaction }: Found, receipt: Mined): boolean =>
  transaction.blockHash === receipt.blockHash &&
  (transaction.status === 'success'
    ? !receipt.reverted && !receipt.cancels
    : transaction.status === 'cancelled'
      ? receipt.cancels
      : transaction.status === 'failed' && (receipt.reverted || transaction.reverted))

/**
 * Holds rows of sends against custody's journal: what is open there and ended, or missing, in the database is brought
 * back. Rows are read before custody is asked again, and whoever ends something asks custody first, so a row that ended
 * while its proposal is open was not ended by this server.
 */
export const makeReconcile = (
  deps: TransactionDeps,
  families: Families,
  revisit: (blockchain: string, block: number) => Promise<void>,
) => {
  const { db, clock, log, custody, wallets, tokens } = deps

  const bringBack = async (
    { walletId, exact }: OpenTransaction,
    { transaction, send }: Found,
    family: Family,
    to: 'pending-approval' | 'broadcasting',
  ): Promise<void> => {
    const { id } = transaction
    const token = await tokens.find(transaction.tokenId)
    const original = token && (await family.asSent(send, token))
    log.error({ transactionId: id, status: transaction.status }, 'A row had ended what custody has open')
    await inTransaction(deps, async (tx, emit) => {
      const changed = await store.updateFrom(tx, id, transaction.status, {
        ...original,
        ...UNDECIDED,
        status: to,
      })
      if (!changed) return
      await outbox.update(tx, id, {
        ...{ walletId, addressKey: exact.from.toLowerCase() },
        ...{ void: false, broadcastAt: null, lostAtBlock: null },
      })
      await onchain.turnOut(tx, send)
      await publishUpdated(tx, emit, [id], deps)
    })
  }

  const isFinal = async (chain: Chain, { blockNumber }: Place): Promise<boolean> =>
    blockNumber <= (await chain.head()) - chain.confirmations + 1

  /** Of whichever attempt is in a block. */
  const placeOf = async (family: Family, { signing, attempts: made }: Signed): Promise<Mined | undefined> => {
    const hashes = new Set([signing.hash, ...made.map(({ hash }) => hash)])
    for (const hash of hashes) {
      const place = hash === undefined ? undefined : await family.find(hash)
      if (place) return { ...place, cancels: made.some((one) => one.hash === hash && one.cancels) }
    }
    return undefined
  }

  /** What is signed goes on until something final spends what it spends. */
  const mendSigned = async (open: Signed, found: Found, family: Family): Promise<void> => {
    await attempts.note(db, open.txId, open.attempts)
    if (isCarried(found, open)) return
    const receipt = await placeOf(family, open)
    if (receipt && tells(found, receipt)) {
      if (await isFinal(family.chain, receipt))
        await endInCustody(deps, { walletId: open.walletId, transactionId: open.txId }, 'final')
      return
    }
    await bringBack(open, found, family, 'broadcasting')
    if (receipt) await revisit(family.chain.blockchain, receipt.blockNumber)
  }

  const mendUnsigned = async (open: OpenTransaction, found: Found, family: Family): Promise<void> => {
    if (isCarried(found, open)) return
    const state = await stateOf(deps, { walletId: open.walletId, transactionId: open.txId })
    if (state?.status === 'signed' || state?.status === 'cancelled' || state?.status === 'ended') return
    await bringBack(open, found, family, open.guarded ? 'pending-approval' : 'broadcasting')
  }

  /** Its accounts whose place another one took. */
  const formerOf = async (walletId: string, network: AccountNetwork) =>
    (await wallets.replaced(network)).flatMap(({ accountId, ...one }) =>
      one.walletId === walletId ? { ...one, id: accountId } : [],
    )

  /** Rows of what was signed, as the journal has it whatever is left of them: custody hands its bytes in again. */
  const writeAnew = async (open: Signed, wallet: WalletRow, family: Family): Promise<void> => {
    const { txId: id, walletId, exact, signing } = open
    const { blockchain } = family.chain
    const isFrom = ({ address }: { address: string }) => address.toLowerCase() === exact.from.toLowerCase()
    const network = accountNetworkOf(blockchain)
    const account =
      wallet.accounts.find(isFrom) ?? (network && (await formerOf(walletId, network)).find(isFrom))
    const restored = await family.restore(open)
    if (!account || !restored) return
    const { token, item, send } = restored
    log.error({ transactionId: id, walletId }, 'A send of custody had no row')
    await inTransaction(deps, async (tx, emit) => {
      if (await outbox.find(tx, id)) return
      const left = await store.find(tx, id)
      const createdAt = left?.createdAt ?? new Date(open.at)
      const knew = await readersOf(tx, id)
      const row = {
        ...{ blockchain, tokenId: token.id, item, accountId: account.id },
        ...{ sender: account.address, recipient: exact.recipient, amount: exact.units, hash: signing.hash },
        ...{ direction: 'outcome' as const, status: 'broadcasting' as const },
        ...(open.terms.note && { description: open.terms.note }),
      }
      if (left) await store.update(tx, id, { ...row, ...UNDECIDED })
      else await store.insert(tx, { description: '', ...row, id, createdAt })
      const leg = { transactionId: id, walletId, accountId: account.id, createdAt }
      await onchain.setLeg(tx, { ...leg, direction: 'outcome' })
      // Its hash is not another row's.
      if (signing.hash !== undefined)
        await onchain.takeBack(tx, { blockchain, hash: signing.hash, except: id })
      await outbox.insert(tx, {
        ...{ transactionId: id, walletId, blockchain, addressKey: account.address.toLowerCase() },
        ...{ walletName: wallet.name, gas: 'normal', guarded: open.guarded, ...send },
        ...{ feeCeiling: exact.feeCeiling, expiresAt: new Date(exact.expiresAt) },
      })
      await restored.insert(tx, id)
      // Whichever of them is in a block is known by its hash.
      await attempts.note(tx, id, open.attempts)
      const news = makeNews(deps)
      news.touch(id, knew)
      await news.publish(tx, emit)
    })
  }

  const missing = async (open: OpenTransaction, family: Family): Promise<void> => {
    const { walletId, txId, at } = open
    if (!isSigned(open)) {
      if (clock.now().getTime() - Date.parse(at) < UNWRITTEN_MS) return
      log.warn({ transactionId: txId, walletId }, 'A proposal that has no row is ended')
      await endInCustody(deps, { walletId, transactionId: txId }, 'withdrawn', NOT_SENT)
      return
    }
    const receipt = await placeOf(family, open)
    const { hash } = open.signing
    if (receipt && hash !== undefined && !(await store.find(db, txId))) {
      const seen = await onchain.ofHash(db, family.chain.blockchain, hash)
      if (seen.length > 0) {
        // Its block was read as if it were somebody else's.
        if (await isFinal(family.chain, receipt))
          await endInCustody(deps, { walletId, transactionId: txId }, 'final')
        return
      }
    }
    const wallet = await wallets.find(walletId)
    if (!wallet) return
    await writeAnew(open, wallet, family)
    if (receipt) await revisit(family.chain.blockchain, receipt.blockNumber)
  }

  /** What only raises a fee is not brought back: whoever wants that asks again. */
  const mendRaise = async (open: OpenTransaction, found: Found): Promise<void> => {
    const { walletId, txId: transactionId } = open
    if (!isCarried(found, open)) await endInCustody(deps, { walletId, transactionId }, 'withdrawn', NOT_SENT)
  }

  const mend = async (open: OpenTransaction): Promise<void> => {
    const found = await outbox.find(db, open.txId)
    const family = families.get(blockchainOfOpen(open))
    if (!family?.chain.available()) return
    const raises = open.raises ?? null
    // A send that its row takes for something else would never leave.
    if (found && found.send.raises !== raises) await outbox.update(db, open.txId, { raises })
    if (!found) await missing(open, family)
    else if (open.raises !== undefined) await mendRaise(open, found)
    else if (isSigned(open)) await mendSigned(open, found, family)
    else await mendUnsigned(open, found, family)
  }

  const renewed = (walletId: string): Promise<void> =>
    wallets
      .renew(walletId)
      .catch((error: unknown) =>
        log.error({ err: error, walletId }, 'A wallet’s new address is not written yet'),
      )

  /** Of these wallets. Answers those that have something open. */
  return async (walletIds: readonly string[]): Promise<Set<string>> => {
    const having = new Set<string>()
    const asked = walletIds.filter(isWalletId)
    for (let skip = 0, more = asked.length > 0; more; ) {
      const answer = await custody.openTransactions({ walletIds: asked, skip })
      for (const walletId of skip === 0 ? answer.moved : []) await renewed(walletId)
      for (const open of answer.items) {
        having.add(open.walletId)
        try {
          await mend(open)
        } catch (error) {
          log.error({ err: error, transactionId: open.txId }, 'A send could not be held against custody yet')
        }
      }
      skip += answer.items.length
      more = answer.more && answer.items.length > 0
    }
    return having
  }
}
