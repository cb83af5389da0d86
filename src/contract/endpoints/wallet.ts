import * as z from 'zod/mini'
import { Asset, GasPrice, Token, TokenInfo } from '#contract/asset.ts'
import { endpoint } from '#contract/endpoint.ts'
import { GuardedWallet } from '#contract/guardian.ts'
import { paging, ReadQuery, reading } from '#contract/page.ts'
import { DecimalText, Id, list } from '#contract/primitive.ts'
import { Wallet } from '#contract/wallet.ts'
import { WalletName } from '#contract/walletrule.ts'

export const listWallets = endpoint({
  method: 'GET',
  path: 'wallets',
  access: 'sid',
  query: ReadQuery,
  reply: list(Wallet),
})

export const listGuardedWallets = endpoint({
  method: 'GET',
  path: 'wallets/guarded',
  access: 'sid',
  query: ReadQuery,
  reply: list(GuardedWallet),
})

export const getGasPrice = endpoint({
  method: 'GET',
  path: 'wallets/gas-price',
  access: 'sid',
  query: z.strictObject({ blockchain: z.string().check(z.maxLength(64)) }),
  reply: GasPrice,
})

export const getWallet = endpoint({ method: 'GET', path: 'wallets/{id}', access: 'owner', reply: Wallet })

export const createWallet = endpoint({
  method: 'POST',
  path: 'wallets/create',
  access: 'sid',
  body: z.strictObject({ name: WalletName }),
  reply: Wallet,
  status: 201,
})

export const renameWallet = endpoint({
  method: 'POST',
  path: 'wallets/{id}/rename',
  access: 'owner',
  body: z.strictObject({ name: WalletName }),
  reply: Wallet,
})

export const listAssets = endpoint({
  method: 'GET',
  path: 'assets',
  access: 'sid',
  query: z.strictObject({ walletId: Id, ...reading }),
  reply: list(Asset),
})

export const listTokens = endpoint({
  method: 'GET',
  path: 'tokens',
  access: 'sid',
  query: z.strictObject({
    blockchain: z.optional(z.string().check(z.maxLength(64))),
    address: z.optional(z.string().check(z.maxLength(128))),
    symbol: z.optional(z.string().check(z.maxLength(64))),
    ...paging,
  }),
  reply: list(Token),
})

export const getTokenInfo = endpoint({
  method: 'GET',
  path: 'tokens/{id}/info',
  access: 'sid',
  reply: TokenInfo,
})

export const getPrice = endpoint({
  method: 'GET',
  path: 'asset-price-oracle/price',
  access: 'open',
  query: z.strictObject({ symbol: z.string().check(z.minLength(1), z.maxLength(64)) }),
  reply: z.object({ symbol: z.string(), price: DecimalText, updatedAt: z.string() }),
})
