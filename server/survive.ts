import type { FastifyBaseLogger } from 'fastify'

const isForeign = (fault: unknown): boolean =>
  !(fault instanceof Error) || /node_modules\/(?:@walletconnect|@reown)\//.test(fault.stack ?? '')

/**
 * The WalletConnect packages leave promises to nobody, and a dApp can make some of them fail. Those are noted; anything
 * else that nobody handles ends the process, as it does without this.
 */
export const outliveForeignFaults = (log: FastifyBaseLogger): void => {
  process.on('unhandledRejection', (reason) => {
    if (!isForeign(reason)) throw reason
    log.warn({ err: reason }, 'WalletConnect left a failure to nobody')
  })
  process.on('uncaughtException', (error) => {
    if (isForeign(error)) {
      log.warn({ err: error }, 'WalletConnect left a failure to nobody')
      return
    }
    process.stderr.write(`${error.stack ?? error.message}\n`)
    process.exit(1)
  })
}
