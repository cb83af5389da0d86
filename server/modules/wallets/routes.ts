import type { FastifyInstance } from 'fastify'
import { agreeRecovery } from '#contract/endpoints/recovery.ts'
import { agreeRelease } from '#contract/endpoints/release.ts'
import {
  createWallet,
  getGasPrice,
  getWallet,
  listWallets,
  renameWallet,
} from '#contract/endpoints/wallet.ts'
import type { ChainSet } from '#server/chains/family.ts'
import type { Custody } from '#server/custody/custody.ts'
import type { Guard } from '#server/http/access.ts'
import { route } from '#server/http/route.ts'
import { type Answers, answering } from '#server/modules/approvals/refusal.ts'
import { gasPrice } from './gasprice.ts'
import type { Wallets } from './service.ts'

const NO_WALLET: Answers = {
  NotEntitled: 'NotFoundError',
  UnknownWallet: 'NotFoundError',
  BadInput: 'NotFoundError',
}

export const registerWallets = (
  app: FastifyInstance,
  guard: Guard,
  { wallets, chains, custody }: { wallets: Wallets; chains: ChainSet; custody: Custody },
): void => {
  route(app, guard, listWallets, ({ query }, { user }) => wallets.read(user.id, query))
  route(app, guard, getGasPrice, ({ query }) => gasPrice(chains, query.blockchain))
  route(app, guard, getWallet, ({ params }, { user }) => wallets.get(user.id, params.id))
  route(app, guard, createWallet, ({ body }, { user }) => wallets.create(user.id, body.name))
  route(app, guard, renameWallet, ({ params, body }, { user }) =>
    wallets.rename(user.id, params.id, body.name),
  )
  route(app, guard, agreeRelease, ({ params }, { grant }) =>
    answering(custody.agreeRelease({ grant, walletId: params.id }), NO_WALLET),
  )
  route(app, guard, agreeRecovery, ({ params }, { grant }) =>
    answering(custody.agreeRecovery({ grant, walletId: params.id }), NO_WALLET),
  )
}
