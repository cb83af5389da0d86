/** Coins that one transaction may spend: what nodes pass on, and signers sign while a person waits. */
export const COINS_MAX = 1000

export const AMOUNT_COINS = 'One transaction cannot carry this many small coins. Max is the most at once.'
