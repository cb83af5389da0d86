/** Id of the sentence that says why the actions of a wallet are off. */
export const WHY = 'wallet-why'
