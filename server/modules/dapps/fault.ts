/** What a dApp hears instead of a result. Codes of JSON-RPC 2.0, of WalletConnect (5000, 6000) and of EIP-1474 (-32005). */
export interface Fault {
  code: number
  message: string
}

export const badParams = (message: string): Fault => ({ code: -32602, message })
export const refused = (message: string): Fault => ({ code: 5000, message })
export const failed = (message: string): Fault => ({ code: -32000, message })

export const USER_REJECTED = refused('User rejected.')
export const DISCONNECTED: Fault = { code: 6000, message: 'User disconnected.' }
export const NOT_AVAILABLE = refused('This operation is not available!')
export const EXPIRED = refused('The request has expired.')
export const TOO_MANY: Fault = {
  code: -32005,
  message: 'Too many requests are waiting for the owner. Try again later.',
}
export const NOT_CONFIRMED = refused('The owner has not confirmed this request.')
export const NOT_VERIFIED = refused('Complete identity verification first')
export const RESERVED = refused("Texts that start with 'Countersign ' cannot be signed for a dApp.")
export const UNKNOWN_METHOD: Fault = { code: -32601, message: 'The method is not known.' }
export const NO_WALLET = refused('The wallet is not active.')
