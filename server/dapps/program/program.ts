import { Socket } from 'node:net'
import { pino } from 'pino'
import { CHANNEL_FD } from '#server/dapps/message.ts'
import { serveClient } from './serve.ts'
import { outliveLibraryFaults } from './survive.ts'

/**
 * The WalletConnect client as a process of its own: it reads what strangers send, and has no key of a wallet, no
 * database and no way to custody. It ends with the server that started it, however that ends.
 */
const makeLog = (level: string) => pino({ level, base: null }, process.stderr)

outliveLibraryFaults(makeLog('warn'))
// Ctrl-C is for the server, which then ends this process in order.
process.on('SIGINT', () => undefined)
await serveClient(new Socket({ fd: CHANNEL_FD }), makeLog)
process.exit(0)
