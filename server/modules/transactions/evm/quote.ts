import type { Tier } from '#server/chains/evm/fee.ts'
import type { Meaning } from '#server/custody/custody.ts'
import type { Db } from '#server/db/client.ts'
import { checkAmount, checkCall } from '#server/modules/transactions/check.ts'
import type { Quote } from '#server/modules/transactions/family.ts'
import { assetOf, payloadOf } from './intent.ts'
import type { EvmParts, Standing } from './prepare.ts'
import * as store from './store.ts'

interface Offered {
  action: Meaning['action']
  gasLimit: bigint
  tier: Tier
}

/** The most that may be paid is there, beside all that was promised before. */
const checkFunds = async (
  db: Db,
  { chain, account, token, item, amount }: EvmParts,
  { minedNonce, funds }: Standing,
  { action, gasLimit, tier }: Offered,
): Promise<void> => {
  const sender = { blockchain: chain.blockchain, addressKey: account.addressKey }
  const taken = await store.reserved(db, sender, minedNonce, { tokenId: token.id, item })
  const native = funds.native - taken.native
  const fee = gasLimit * tier.maxFeePerGas
  if (action !== 'send') return checkCall(amount, native, fee)
  checkAmount(amount.toString(), token, { native, token: funds.token - taken.token }, fee)
}

export const evmQuote = (parts: EvmParts, standing: Standing, offered: Offered): Quote => {
  const { chain, token, call } = parts
  const { action, gasLimit, tier } = offered
  const prices = {
    maxFeePerGas: tier.maxFeePerGas.toString(),
    maxPriorityFeePerGas: tier.maxPriorityFeePerGas.toString(),
  }
  return {
    ...{ target: call.to ?? null, value: call.value.toString() },
    fee: gasLimit * tier.maxFeePerGas,
    terms: (limits) => ({
      payload: payloadOf(chain.blockchain, call),
      meaning: {
        ...limits,
        action,
        asset: action === 'send' ? assetOf(token) : { type: 'native' },
        gas: gasLimit.toString(),
        ...prices,
      },
    }),
    checkFunds: (db) => checkFunds(db, parts, standing, offered),
    recorded: ({ gas, maxFeePerGas, maxPriorityFeePerGas }) =>
      evmQuote(parts, standing, {
        action,
        gasLimit: gas === undefined ? gasLimit : BigInt(gas),
        tier:
          maxFeePerGas === undefined || maxPriorityFeePerGas === undefined
            ? tier
            : {
                maxFeePerGas: BigInt(maxFeePerGas),
                maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
              },
      }),
    insert: (tx, id) =>
      store.insert(tx, {
        ...{ transactionId: id, data: call.data ?? '0x', gasLimit: gasLimit.toString() },
        ...prices,
      }),
  }
}
