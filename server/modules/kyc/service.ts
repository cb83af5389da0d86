import type { FastifyBaseLogger } from 'fastify'
import type { Blockchain } from '#contract/blockchain.ts'
import { inParallel } from '#server/async/parallel.ts'
import type { ChainSet } from '#server/chains/family.ts'
import { type Job, startJob } from '#server/db/job.ts'
import type { Leases } from '#server/db/lease.ts'
import type { Wallets } from '#server/modules/wallets/service.ts'

export interface KycDeps {
  env: { kycChain: Blockchain; kycRegistry: string }
  log: FastifyBaseLogger
  leases: Leases
  chains: ChainSet
  wallets: Wallets
}

/** Wallets asked about per round: all of them come round, a node is never flooded. */
const AT_ONCE = 100
const CHECK_MS = 2000

/** Identity verification as Redbelly keeps it: on the chain, read there, once per wallet. */
export const makeKyc = ({ env, log, leases, chains, wallets }: KycDeps) => {
  let next = 0
  let job: Job | undefined

  const check = async (): Promise<void> => {
    const chain = chains.get(env.kycChain)
    if (!chain?.isAllowed || !chain.available()) return
    const { isAllowed } = chain
    const open = await wallets.withoutKyc()
    if (next >= open.length) next = 0
    const batch = open.slice(next, next + AT_ONCE)
    next += batch.length
    await inParallel(batch, async ({ walletId, address }) => {
      if (await isAllowed(env.kycRegistry, address)) await wallets.completeKyc({ walletId })
    })
  }

  return {
    check,
    /** The second source: a signed webhook says so. */
    complete: wallets.completeKyc,
    start(): void {
      const chain = chains.get(env.kycChain)
      if (!chain?.isAllowed) {
        log.warn(
          { chain: env.kycChain },
          'KYC_CHAIN has no RPC_URL: only the webhook can complete verification',
        )
        return
      }
      job = startJob({ leases, log }, 'kyc', Math.max(chain.pollMs, CHECK_MS), check)
    },
    stop: async (): Promise<void> => job?.stop(),
  }
}
