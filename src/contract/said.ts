/**
 * What the server says to people, in English, by the keys under which other languages have it. What is in braces is put
 * in. Pages that speak English never load this.
 */
export const ENGLISH = {
  error: 'Error',
  requestError: 'Request error',
  offline: 'No connection',
  somethingWrong: 'Something went wrong',
  signInFirst: 'Sign in first',
  notFound: 'Not found',
  tooManyAttempts: 'Too many attempts. Try again later.',
  tooManyRequests: 'Too many requests. Try again later.',
  tooManyInvites: 'Too many invites. Try again later.',
  bodyJson: 'The body should be JSON',
  bodyType: 'The body should be application/json',
  bodyLong: 'The body should be at most {bytes} bytes long',
  headersLong: 'The headers of the request are too long',
  malformed: 'The request is malformed',
  custodyAway: 'Custody cannot be reached. Nothing is lost. Try again in a moment.',
  ownPages: 'This call is only open to pages of this site',
  outdated: 'This page is too old for the server. Update Countersign.',
  sinceAlone: 'since asks for a whole list: leave out limit, offset and filters',
  callbackSignature: 'The signature or its time is wrong',
  nul: 'The input should not hold the character U+0000',
  inputWrong: 'The input is wrong',

  unknownFields: 'Unknown field {fields}',
  fieldUnknownFields: '{field}: unknown field {fields}',
  required: 'This field is required',
  invalidEmail: 'Invalid email format',
  codePattern: 'The code must be at least 6 characters and contain only numbers',
  memberMail: 'Member mail is required',
  walletNameRequired: 'Wallet name is required',
  walletNameShort: 'Wallet name should contain at least 3 symbols',
  walletNameLong: 'Wallet name should contain maximum 20 symbols',
  walletNameForbidden: 'Wallet name contains forbidden symbols',
  walletNameUsed: 'This wallet name is already in use',
  walletNameSame: 'Name should be different from current',
  noteLong: 'Note should contain maximum 140 symbols',
  noteForbidden: 'Note should be one line without invisible characters',
  reasonRequired: 'Reason is required',
  reasonLong: 'Reason should contain maximum 140 symbols',
  reasonForbidden: 'Reason should be one line without invisible characters',
  contactNameRequired: 'Name is required',
  contactNameLong: 'Name should contain maximum 40 symbols',
  contactNameForbidden: 'Name should be one line without invisible characters',
  wholeNumber: 'Use a whole number',
  digest: 'should be 64 hex digits in lower case',
  fieldShort: '{field} should be at least {least} characters long',
  fieldSmall: '{field} should be at least {least}',
  fieldLong: '{field} should be at most {most} characters long',
  fieldBig: '{field} should be at most {most}',
  fieldOneOf: '{field} should be one of {values}',
  fieldAn: '{field} should be an {type}',
  fieldA: '{field} should be a {type}',
  fieldFormat: '{field} has the wrong format',
  fieldRequired: '{field} is required',

  wrongCode: 'The code is wrong or has expired',
  wrongFactor: 'The code is wrong',
  wrongLastTry: 'Wrong code. 1 try left.',
  wrongTries: 'Wrong code. {left} tries left.',
  deadLink: 'This link is no longer valid',
  codesMinute:
    'Too many codes were sent to this address. Open the second link of one of these mails in this browser, or try again in {minutes} minute.',
  codesMinutes:
    'Too many codes were sent to this address. Open the second link of one of these mails in this browser, or try again in {minutes} minutes.',
  mailUnsent: 'The e-mail could not be sent. Try again later.',
  googleFailed: 'Failed to verify Google',
  googleAway: 'The sign-in provider does not answer. Try again later.',
  factorSet: 'Two-factor authentication is already set up',
  factorUnset: 'Set up two-factor authentication first',
  restoreAgain: 'Start the restore again',
  restoreByCode: 'Two-factor authentication is restored after signing in with a backup code',
  codesAfterSetup: 'Backup codes are made after two-factor authentication is set up or restored',
  codesMade: 'The backup codes were already generated',
  stepUp: "Confirm it's you with a code of your authenticator, then try again.",
  onHold: 'A backup code was used to sign in, so nothing is sent or approved before {time}.',
  frozen:
    'Paused: your account was frozen by the link of a mail. Open that link again to lift it. Nothing is lost.',
  ownSession: 'This is the session in use: log out to end it',
  noSession: 'No such session',
  noUser: 'There is no such user',
  ownUser: 'You can only read your own user',
  noWebPush: 'This server sends no Web Push',
  pushService: 'The endpoint should be that of a known push service',
  pushKeys: 'The keys should be those of a push subscription',

  noWallet: 'This wallet does not exist',
  walletFinal: 'This wallet is {status}, which is final',
  walletConnects: 'This wallet is {status}. Only an active one can connect to a DApp.',
  walletConfirms: 'This wallet is {status}. Only an active one can confirm.',
  walletSigns: 'This wallet is {status}. Sign with an active one.',
  walletGuards: 'This wallet is {status}. Only an active one can have Guardians.',
  walletSends: 'This wallet is {status}. Only an active one can send.',
  walletNoLog: 'This wallet is {status} and has no log yet',
  noAccount: 'This wallet has no account on this chain yet',
  noEvmAccount: 'This wallet has no account on an EVM chain yet',
  noBitcoinAccount: 'This wallet has no account on this network of Bitcoin yet.',
  noToken: 'This token does not exist',
  noPrice: 'There is no price for {symbol}',
  noGasPrice: '{chain} has no gas price. Ask for transactions/bitcoin/estimate instead.',
  unknownChain: '{chain} is not a known blockchain',
  chainUnset: '{chain} is not connected here',
  chainAway: '{chain} cannot be reached right now. Try again in a moment.',
  paused: 'Paused for a check. Nothing is lost.',
  keyOfOther: 'The key of wallet {wallet} belongs to another user.',
  noKey: 'Custody holds no key for wallet {wallet}; create it first.',
  recordId: '{call}: {field} should be 1 to 100 letters, digits, - and _.',
  custodyPutBack:
    'Custody was put back from a backup. See what differs, and open it again: npm run custody -- restored.',

  noContact: 'This contact does not exist',
  contactUsed: 'This name is already in use',
  contactsFull: 'The address book holds at most 1,000 contacts',
  addressFixed: 'Something was sent to this address, so it stays. Add the new one under another name.',
  addressHeld: 'This address is already saved as {name}',
  twoAddresses: 'A contact has one address on each network',
  addressUnknown: 'This is neither an Ethereum nor a Bitcoin address',
  addressRequired: 'Wallet address is required',
  addressEvm: 'Wallet address should be Ethereum address',
  addressBitcoin: 'Wallet address should be a valid Bitcoin {network} address',
  addressChecksum: 'The capital letters of this address do not match its checksum. Check it.',

  noTransaction: 'This transaction does not exist',
  assetsEmpty: 'Asset list is empty',
  assetRequired: 'Asset is required',
  amountRequired: 'Amount is required',
  amountMax: 'Max is 999999999',
  amountInteger: 'Invalid input. Please enter a valid integer.',
  amountBalance: 'Amount should be less than your balance',
  amountLeast: 'The amount should be at least {least} satoshi for this address.',
  amountCoins: 'One transaction cannot carry this many small coins. Max is the most at once.',
  gasFunds: 'Not enough funds for gas',
  feeFunds: 'Not enough fee for send',
  feesRose: 'Network fees rose. Check the new fee.',
  keyTaken: 'This Idempotency-Key was used for another transaction. Take a new one.',
  keyFormat: 'Idempotency-Key should be 1 to 128 visible ASCII characters',
  notVerified: 'Complete identity verification first',
  assetAway: 'This asset is not in this wallet',
  askEvm: 'This is not a Bitcoin asset. Ask for transactions/evm/estimate instead.',
  sendBitcoin: 'This is a Bitcoin asset. Send it with transactions/send.',
  sendEvm: 'This is not a Bitcoin asset. Send it with transactions/send-evm.',
  guardiansChanged: 'Guardians were changed. You can send again from {time}.',
  sentOtherwise: 'What you send has changed. Look at it again.',
  notHanging: 'Only a transaction that was sent and is in no block yet can be replaced.',
  notWaiting: 'Only a transaction that waits for approval can be cancelled',
  notAsked: 'Your Guardians are not asked about a higher fee of this transaction.',
  atOnce: 'It was sped up at the same moment. Look at it again.',
  isApproved: 'It can be sped up for what your Guardians approved. Look at it again.',
  isCancelled: 'It is being cancelled already.',
  aboveApproved:
    'It would have to cost more than your Guardians approved. Cancel it and send it again: then they approve the new fee.',
  isAsked: 'Your Guardians are asked about a higher fee already.',
  changeSpent: 'What came back from this transaction is being spent already.',
  tooDear: 'Another one would have to cost more than it may.',
  walletStatus: '{text} is not a wallet status',
  transactionStatus: '{text} is not a transaction status',
  transactionStays: 'A transaction that is {status} cannot become {next} from here',
  callbackWallet: 'walletId or address is required',
  callbackStatus: 'walletId and payload.status are required',
  multiToken: 'This is an ERC-1155 token. Countersign cannot send those.',
  tokenRefuses: "The token's contract refuses this transfer.",
  contractRefuses: 'The contract refuses this transaction.',
  contractSays: 'The contract refuses this transaction: {reason}',
  chainSilent: '{chain} refuses this transaction: it gives no reason',
  chainRefuses: '{chain} refuses this transaction: {reason}',
  chainCloses: '{chain} does not let this address write yet. Complete identity verification first.',
  balanceGone: 'The balance no longer covers the amount and the network fee.',
  tokenWas: 'This token was {before} when it was first sent from here, and is {now} now. Nothing was sent.',
  tokenDecimals:
    'This token had {before} decimals when it was first sent from here, and {now} now. Nothing was sent.',
  tokenOther: 'This token was another contract when it was first sent from here. Nothing was sent.',

  feesAbove: 'Network fees are above what was approved. It is sent when they fall.',
  feesStayed: 'Network fees stayed above what was approved. Nothing was sent.',
  notProposed: 'This was not confirmed here, or before an update. Nothing was sent. Please send it again.',
  coinsAway: 'Coins of this wallet are not on the network as they are written down here. Nothing was sent.',
  walletRemoved: 'The wallet was removed',
  guardianRemoved: 'A Guardian was removed',
  earlierRules:
    'Guardians or rules were changed since. Both the earlier rules and the new ones have to be met.',
  takenBack: 'The network took this transaction back.',
  cancelledOnChain: 'Cancelled on the network. The fee was paid.',
  reverted: 'The contract undid this transaction. The network fee was paid.',
  nothingMoved: "The token's contract refused the transfer. Nothing moved; the network fee was paid.",
  notSigned: 'Not signed by this wallet',
  expired: 'Expired',
  rejected: 'Rejected',
  notSent: 'Not sent',
  tooLate: 'Not sent: it reached its signers too late. Send it again.',
  tooLateToKnow:
    'Not sent from here any more: it may have left before a backup was put back. Look it up on the network before you send it again.',
  tooLateAgain: 'Not sent again: that reached its signers too late. What was sent before goes on.',
  keyMoved: 'Not sent: this wallet got a new Bitcoin address. Send it again from there.',
  heldUnsent: 'Not sent: this wallet was paused for a check. Send it again once that is over.',
  sentCancelled: 'This transaction was cancelled; send it again.',
  sentExpired: 'This transaction has expired; send it again.',
  sentWithdrawn: 'This transaction was withdrawn; send it again.',
  sentFinal: 'This transaction is on the chain already.',
  feeRaised: 'This higher fee is approved already.',
  alreadySigned: 'This transaction is already signed and on its way.',
  neverProposed: 'Transaction {id} was never proposed for this wallet.',
  olderVersion: 'This transaction was proposed to an older version; send it again.',
  onlyRaises: 'This only raises the fee of another transaction; nothing is signed for it.',
  feeOfNone: 'This is a transaction of its own; it raises the fee of no other one.',
  costsAlready: 'It may cost so much already.',

  guardsNoMore: 'You do not guard this wallet any more',
  settled: 'This transaction is already settled',
  decided: 'You have already decided',
  acceptedWallet: 'Sign with the wallet that you accepted the invite with',
  noInvite: 'This invite does not exist',
  inviteAlready: 'This invite is already {status}',
  inviteExpired: 'This invite has expired. The owner can send a new one.',
  invitePending: 'Only a pending invite can be sent again',
  inviteMinute: 'An invite can be sent again once a minute',
  walletFirst: 'Create a wallet first',
  textOfOther: 'The signed text names another wallet. Ask for a new one.',
  noGuardian: 'This Guardian does not exist',
  guardianAlready: 'This Guardian is already {status}',
  consensus: 'Consensus should be from {least} to {most}',
  guardianLimit: 'Guardian Limit Reached',
  selfGuardian: 'The owner of a wallet cannot be its guardian.',
  ownGuardian: 'You cannot be a Guardian of your own wallet',
  ownSpelling: 'This is another spelling of your own address. A Guardian should be somebody else.',
  inviteAccepted: 'This invitation was already accepted.',
  inviteClosed: 'This invitation is not open any more.',
  invitationExpired: 'This invitation has expired; the owner can send a new one.',
  inviteOfOther: 'This invitation is for another e-mail.',
  invited: 'This e-mail is already invited to guard this wallet',
  inviteMade: 'This invitation was made before; make a new one.',
  ownerFrozen: 'The owner’s account was frozen after this invitation; ask for a new one.',
  ownerFrozenSince: 'The account of this wallet’s owner was frozen meanwhile.',
  unproven: '{guardian} is no guardian of this wallet; invite and confirm him first.',
  walletNotHis: "This wallet is not the guardian's own; choose one of his wallets.",
  nonceUsed: 'This nonce was already used; ask for a new text.',
  notIssued: 'This text was not issued for this user and record; ask for a new one.',
  textOld: 'This text is older than 5 minutes; ask for a new one.',
  textOther: 'This is not the text that was issued; ask for a new one.',
  textWallet: 'The text names another wallet; sign it with that one.',
  signatureOther: 'The signature is not by the wallet that the text names; sign it with that one.',
  guardianDecided: 'This guardian has already {decision} the transaction.',
  notEntitled: 'This guardian cannot decide about this transaction (any more).',
  wordUnasked: 'Nobody asks for your word about this wallet.',
  onlyGuardian: 'Only the guardian himself may do this, while he guards the wallet.',

  drawnOtherwise: 'What this DApp asks has changed. Look at it again.',
  relayDown: 'The WalletConnect relay does not answer. Try again in a moment.',
  dappsAway: 'The connections to DApps cannot be reached. Try again in a moment.',
  dappsUnset: 'Connections to DApps are not set up on this server: WC_RELAY_URL is missing.',
  noPicture: 'This DApp has no picture',
  noRequest: 'This request does not exist',
  requestDecided: 'This request is decided already',
  requestExpired: 'This request has expired',
  requestConfirmed: 'This request was confirmed before with another text.',
  requestNoFee: 'Only a transaction has a fee',
  networkAway: 'This network is not available on this server',
  operationAway: 'This operation is not available!',
  reservedText: "Texts that start with 'Countersign ' are signed only for guardians.",
  noConnection: 'This connection does not exist',
  linkUsed: 'This link was already used. Copy a new one.',
  linkInvalid: 'Invalid WalletConnect link',
  linkExpired: 'This link has expired. Copy a new one.',
  connectionDecided: 'This connection does not wait for approval any more',
  connectionExpired: 'This connection request has expired. Copy a new link.',
  networksAway: 'The networks of this DApp are not available now',
  connectionsFull: 'A wallet has at most {most} connections. Disconnect one first.',
  notConnected: 'This DApp is not connected',

  sandboxMail: 'There is no such mail, or it has no HTML',
  sandboxRegtest: '{text} is not a Bitcoin regtest address',
  sandboxEvm: '{text} is not an EVM address: 0x and 40 hexadecimal digits',
  sandboxAmount: '"{text}" is not an amount such as "10" or "0.5"',
  sandboxDecimals: '{symbol} has {decimals} decimals, {amount} has more',
  sandboxMost: 'The faucet gives more than 0 and at most {most} at a time',
  sandboxSymbols: '{chain} has no {symbol}: choose one of {symbols}',
  sandboxSymbol: '{chain} has no {symbol}: choose {symbols}',
  sandboxSingle: '{symbol} is given one at a time: leave the amount out',
  sandboxProxy: 'The sandbox answers this machine only, not a proxy ({header})',
  sandboxPlace: 'The sandbox is at http://localhost:{port} only',
  sandboxOrigin: 'The sandbox does not answer pages of {origin}',
  sandboxGuardian: '{email} is no demo guardian',
  sandboxSlow: '{what} did not come within {seconds} seconds',
  sandboxLost: 'The authenticator of {email} is lost',
  sandboxAnswer: 'The app gave an answer that is none',
  sandboxChain: 'The sandbox runs no chain {chain}: choose one of {chains}',
  sandboxPermission: 'No chain of this sandbox has a permission contract',
  sandboxAddress: 'The sandbox has no such address: see /sandbox',
  sandboxReset:
    'The data are in the database of DATABASE_URL, which may hold more than the sandbox. Empty it yourself, then start again.',
} as const

export type SaidKey = keyof typeof ENGLISH

type Filled<T extends string> = T extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : T

/** Any sentence of the catalogue, with whatever was put in. */
export type Sentence = Filled<(typeof ENGLISH)[SaidKey]>

export type SaidParams = Record<string, string | number>

/** A sentence by its key, with what was put in. */
interface Said {
  key: SaidKey
  params: SaidParams
}

/** Nobody says more at a time; a longer text is somebody's input. */
const LONGEST = 1000

const HOLE = /\{(\w+)\}/

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

interface Form {
  key: SaidKey
  names: string[]
  pattern: RegExp
  weight: number
}

/** Its parts: what stands there, and between each two of them the name of what is put in. */
const formOf = ([key, sentence]: [string, string]): Form => {
  const parts = sentence.split(HOLE)
  const texts = parts.filter((_, index) => index % 2 === 0)
  return {
    key: key as SaidKey,
    names: parts.filter((_, index) => index % 2 === 1),
    pattern: new RegExp(`^${texts.map(literal).join('(.*?)')}$`, 's'),
    weight: texts.join('').length,
  }
}

const entries = Object.entries(ENGLISH)
const whole = new Map(entries.map(([key, sentence]) => [sentence as string, key as SaidKey]))
/** The one that says most comes first. */
const forms = entries
  .filter(([, sentence]) => HOLE.test(sentence))
  .map(formOf)
  .sort((a, b) => b.weight - a.weight)

/** Which sentence of the catalogue a text is. */
export const saidOf = (text: string): Said | undefined => {
  const key = whole.get(text)
  if (key) return { key, params: {} }
  if (text.length > LONGEST) return undefined
  for (const { key, names, pattern } of forms) {
    const values = pattern.exec(text)?.slice(1)
    if (values) return { key, params: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])) }
  }
  return undefined
}
