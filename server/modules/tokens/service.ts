import { randomUUID } from 'node:crypto'
import { getAddress } from 'viem'
import type { Token, TokenInfo, TokenType } from '#contract/asset.ts'
import type { Blockchain } from '#contract/blockchain.ts'
import type { CalledToken } from '#domain/call.ts'
import { chainName, nativeSymbol } from '#domain/chain.ts'
import { type EvmChain, isEvm } from '#server/chains/evm/chain.ts'
import type { Metadata } from '#server/chains/evm/token.ts'
import type { Chain } from '#server/chains/family.ts'
import type { Price, PriceSource } from '#server/chains/prices.ts'
import type { Db } from '#server/db/client.ts'
import type { Clock } from '#server/deps.ts'
import { notFound } from '#server/error.ts'
import * as store from './store.ts'

export type { TokenRow } from './store.ts'

export interface TokenDeps {
  db: Db
  clock: Clock
  prices: PriceSource
}

const NATIVE_DECIMALS = { bitcoin: 8, evm: 18 }

export const contractAddress = (token: Pick<store.TokenRow, 'contract'>): string | undefined =>
  token.contract === '' ? undefined : getAddress(token.contract)

/** Rows hardly ever change once they are written, so those in use are kept at hand. */
const KEPT_MAX = 5000

/** The words of a chain's native coin, which has no contract. */
const coinOf = (blockchain: Blockchain) => {
  const symbol = nativeSymbol(blockchain) ?? blockchain
  const decimals = symbol === 'btc' ? NATIVE_DECIMALS.bitcoin : NATIVE_DECIMALS.evm
  return { symbol, name: chainName(blockchain), decimals }
}

export const makeTokens = ({ db, clock, prices }: TokenDeps) => {
  const byId = new Map<string, store.TokenRow>()
  const byContract = new Map<string, store.TokenRow>()

  const keep = (token: store.TokenRow | undefined): store.TokenRow | undefined => {
    if (!token) return undefined
    if (byId.size >= KEPT_MAX) {
      byId.clear()
      byContract.clear()
    }
    byId.set(token.id, token)
    byContract.set(`${token.blockchain} ${token.contract}`, token)
    return token
  }

  const find = async (id: string): Promise<store.TokenRow | undefined> =>
    byId.get(id) ?? keep(await store.find(db, id))

  const findContract = async (blockchain: string, contract: string): Promise<store.TokenRow | undefined> =>
    byContract.get(`${blockchain} ${contract}`) ?? keep(await store.findContract(db, blockchain, contract))

  const add = async (row: Omit<store.TokenRow, 'id'>): Promise<store.TokenRow> => {
    await store.insert(db, { ...row, id: randomUUID(), createdAt: clock.now() })
    const token = await findContract(row.blockchain, row.contract)
    if (!token) throw new Error(`Token ${row.contract} of ${row.blockchain} could not be written`)
    return token
  }

  const priceOf = (token: Pick<store.TokenRow, 'blockchain' | 'contract' | 'type'>) =>
    token.type === 'ERC721'
      ? Promise.resolve(undefined)
      : prices.price({ blockchain: token.blockchain, address: token.contract || undefined })

  const view = async (token: store.TokenRow): Promise<Token> => {
    const price = await priceOf(token)
    return {
      id: token.id,
      symbol: token.symbol,
      blockchain: token.blockchain,
      address: contractAddress(token),
      decimals: token.decimals,
      type: token.type,
      price: price?.price,
      updatedAt: price?.updatedAt ?? clock.now().toISOString(),
    }
  }

  /** The native coin of a chain, written down when it is first needed. */
  const native = async (blockchain: Blockchain): Promise<store.TokenRow> => {
    const known = await findContract(blockchain, '')
    return known ?? add({ blockchain, contract: '', type: null, ...coinOf(blockchain) })
  }

  const wordsOf = async (chain: Chain, { contract, type }: store.TokenRow): Promise<Metadata | undefined> => {
    if (contract === '') return coinOf(chain.blockchain)
    return type && isEvm(chain) ? chain.metadata(contract, type) : undefined
  }

  const known = (chain: EvmChain, contract: string) => findContract(chain.blockchain, contract.toLowerCase())

  const meet = (chain: EvmChain, contract: string, type: TokenType, metadata: Metadata) => {
    const { symbol, name, decimals = null } = metadata
    return add({
      blockchain: chain.blockchain,
      contract: contract.toLowerCase(),
      type,
      symbol,
      name,
      decimals,
    })
  }

  const discover = async (
    chain: EvmChain,
    contract: string,
    type: TokenType,
  ): Promise<store.TokenRow | undefined> => {
    const found = await known(chain, contract)
    if (found) return found.type === type ? found : undefined
    const metadata = await chain.metadata(contract, type)
    return metadata && meet(chain, contract, type, metadata)
  }

  return {
    native,
    priceOf,

    find,

    /** A contract met on a chain, read once. Undefined when its own words cannot be used. */
    discover,

    known,

    /** As `discover`, for a contract that did nothing that only tokens do: it has to have decimals. */
    async recognise(chain: EvmChain, contract: string): Promise<store.TokenRow | undefined> {
      const found = await known(chain, contract)
      if (found) return found.type === 'ERC20' ? found : undefined
      const metadata = await chain.metadata(contract, 'ERC20')
      return metadata?.decimals === undefined ? undefined : meet(chain, contract, 'ERC20', metadata)
    },

    /** Writes a token down as its contract, or its chain, says it now, whatever anybody wrote meanwhile. */
    async correct(chain: Chain, id: string): Promise<void> {
      const row = await store.find(db, id)
      const said = row?.blockchain === chain.blockchain && (await wordsOf(chain, row))
      // A contract that says no decimals gives no answer today.
      if (!said || (row.type === 'ERC20' && said.decimals === undefined)) return
      const { symbol, name, decimals = null } = said
      await store.rename(db, { id, symbol, name, decimals })
      keep({ ...row, symbol, name, decimals })
    },

    /** A contract that somebody wants to call, as a token, by its own words: a row could make little of much. */
    async called(chain: EvmChain, contract: string): Promise<CalledToken | undefined> {
      const metadata = await chain.metadata(contract, 'ERC20')
      if (!metadata?.symbol) return undefined
      const { symbol, decimals } = metadata
      if (decimals !== undefined) return { symbol, decimals, type: 'ERC20' }
      const row = await known(chain, contract)
      return { symbol, decimals: null, type: row?.type === 'ERC721' ? 'ERC721' : null }
    },

    async list(userId: string, query: store.TokenQuery): Promise<Token[]> {
      return Promise.all((await store.listFor(db, userId, query)).map(view))
    },

    async info(id: string): Promise<TokenInfo> {
      const token = await find(id)
      if (!token) throw notFound('This token does not exist')
      return { ...(await view(token)), name: token.name }
    },

    /** By symbol, for the fee line when a chain's token is not loaded. */
    async quote(symbol: string): Promise<{ symbol: string } & Price> {
      const price = await prices.bySymbol(symbol)
      if (!price) throw notFound(`There is no price for ${symbol}`)
      return { symbol, ...price }
    },
  }
}

export type Tokens = ReturnType<typeof makeTokens>
