/** A transaction that the node does not take, in the words and numbers of Bitcoin Core. */
export class Refusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Numbers of Bitcoin Core's sendrawtransaction. */
export const REFUSED = -26
export const UNKNOWN_COINS = -25
export const IN_CHAIN = -27
export const NOT_A_TRANSACTION = -22
