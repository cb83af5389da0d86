import type { FastifyBaseLogger } from 'fastify'

const FRAME = /^\s+at .*?\(?((?:file:\/\/)?\/.*?):\d+:\d+\)?$/
const LIBRARY = /\/node_modules\/(?:@walletconnect|@reown)\//

/** The file in which an error was made, of those that are no part of Node. */
const originOf = (stack: string): string =>
  stack
    .split('\n')
    .map((line) => FRAME.exec(line)?.[1])
    .find((file) => file !== undefined) ?? ''

/** Errors of JSON-RPC are plain objects there. */
const isRpcError = (fault: unknown): boolean =>
  typeof fault === 'object' &&
  fault !== null &&
  !(fault instanceof Error) &&
  'code' in fault &&
  typeof fault.code === 'number' &&
  'message' in fault &&
  typeof fault.message === 'string'

/** Whether the WalletConnect packages made this failure. */
export const isOfLibrary = (fault: unknown): boolean =>
  fault instanceof Error ? LIBRARY.test(originOf(fault.stack ?? '')) : isRpcError(fault)

/**
 * The WalletConnect packages leave promises to nobody, and a dApp can make some of them fail. Those are noted; anything
 * else that nobody handles ends this process, which is then started again.
 */
export const outliveLibraryFaults = (log: Pick<FastifyBaseLogger, 'warn'>): void => {
  process.on('unhandledRejection', (reason) => {
    if (!isOfLibrary(reason)) throw reason
    log.warn({ err: reason }, 'WalletConnect left a failure to nobody')
  })
  process.on('uncaughtException', (error) => {
    if (isOfLibrary(error)) return log.warn({ err: error }, 'WalletConnect left a failure to nobody')
    process.stderr.write(`${error.stack ?? error.message}\n`)
    process.exit(1)
  })
}
