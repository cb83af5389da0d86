import { createHmac } from 'node:crypto'
import { encrypt } from '@walletconnect/utils'
import type { Answer } from '#server/dapps/message.ts'

/** Bytes of the initialization vector of ChaCha20-Poly1305. */
const IV_BYTES = 12

/**
 * The message that answers a request. The same answer is the same message, so that clients know it again when it is
 * sent twice, as after a crash: its initialization vector comes from the text and the key instead of from chance.
 */
export const sealAnswer = (symKey: string, id: number, answer: Answer): string => {
  const message = JSON.stringify({ id, jsonrpc: '2.0', ...answer })
  const mac = createHmac('sha256', Buffer.from(symKey, 'hex')).update(`answer ${message}`).digest()
  return encrypt({ symKey, message, iv: mac.subarray(0, IV_BYTES).toString('hex') })
}
