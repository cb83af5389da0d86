import type { Asset } from '#contract/asset.ts'
import { BLOCKCHAINS, type Blockchain } from '#contract/blockchain.ts'
import { MAX_AMOUNT, WEI_DECIMALS } from '#contract/limit.ts'
import { isEvmAddress, normalAddress, sameAddress, shortAddress } from './address.ts'
import { unitsToText } from './amount.ts'
import { assetDecimals, ownedAssets } from './asset.ts'
import { CHAINS, chainName, isBitcoin } from './chain.ts'
import { compareFixed, parseFixed } from './fixed.ts'
import { shown } from './notation.ts'

/** What a payment link asks for, as it says so itself. */
export type PayLink =
  | { kind: 'bitcoin'; address: string; amount: string | undefined }
  | {
      kind: 'evm'
      chainId: string | undefined
      /** Undefined for the coin of the chain. */
      contract: string | undefined
      recipient: string
      units: bigint | undefined
    }

/** Why a link fills nothing in. Nothing of the link's own words is repeated. */
export const PAY_REFUSED = {
  long: 'This payment link is too long to be one.',
  characters: 'This payment link holds characters that no payment link may hold.',
  unreadable: 'This is no payment link that Countersign can read.',
  required: 'This payment link asks for something that Countersign cannot do.',
  amount: 'The amount of this payment link is not a number above zero.',
  huge: `This payment link asks for more than ${MAX_AMOUNT}, the most that one transfer may move.`,
  name: 'This payment link names its recipient by a name. Countersign sends to addresses only.',
  call: 'This payment link asks for a contract call. Only payments can be opened from a link.',
  address: 'The address of this payment link is not a Bitcoin address.',
  ambiguous: 'This payment link names no network, and this wallet has its token on several.',
} as const

export const PAY_CHECK =
  'Filled in from a link. Nothing is sent before you have checked it and pressed Submit.'
export const payChoose = (amount: string | undefined): string =>
  `The link names no network, so choose the asset yourself.${amount === undefined ? '' : ` It asks for ${shown(amount)}.`}`

type Refusal = { refusal: string }
const refuse = (refusal: string): Refusal => ({ refusal })

/** More than any honest link needs. */
const LONGEST = 2048
/** The decimals of the largest number of a contract: 2^256 has 78 digits. */
const MOST_DIGITS = 78

const parametersOf = (query: string): Map<string, string> | undefined => {
  const parameters = new Map<string, string>()
  for (const part of query === '' ? [] : query.split('&')) {
    const [name = '', ...value] = part.split('=')
    // Which of two amounts counts would be a matter of taste.
    if (name === '' || parameters.has(name)) return undefined
    parameters.set(name, value.join('='))
  }
  return parameters
}

/** `1.5e18` of EIP-681 as a whole number; undefined for anything that is not above zero. */
const wholeNumber = (text: string): bigint | undefined => {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^\+?(\d+)(?:\.(\d+))?(?:e(\d{1,2}))?$/i.exec(text) ?? []
  const zeros = Number(exponent) - fraction.length
  if (whole === '' || zeros < 0 || whole.length + fraction.length + zeros > MOST_DIGITS) return undefined
  const units = BigInt(whole + fraction) * 10n ** BigInt(zeros)
  return units > 0n ? units : undefined
}

/** BIP 21: `bitcoin:<address>?amount=<coins>`. */
const readBitcoin = (rest: string): PayLink | Refusal => {
  const [, address = '', query = ''] = /^([0-9A-Za-z]{14,100})(?:\?(.*))?$/.exec(rest) ?? []
  const parameters = parametersOf(query)
  if (address === '' || !parameters) return refuse(PAY_REFUSED.unreadable)
  if ([...parameters.keys()].some((name) => name.startsWith('req-'))) return refuse(PAY_REFUSED.required)
  const amount = parameters.get('amount')
  if (amount === undefined) return { kind: 'bitcoin', address: normalAddress(address), amount }
  if (!/^\d{1,20}(?:\.\d{1,8})?$/.test(amount) || parseFixed(amount).digits === 0n)
    return refuse(PAY_REFUSED.amount)
  return { kind: 'bitcoin', address: normalAddress(address), amount }
}

const TARGET = /^(?:pay-)?([^@/?]+)(?:@(\d{1,20}))?(?:\/([^?]*))?(?:\?(.*))?$/

/** EIP 681: `ethereum:<address>@<chain>?value=<wei>`, or `…/transfer?address=<recipient>&uint256=<units>` of a token. */
const readEvm = (rest: string): PayLink | Refusal => {
  const [, target = '', chainId, call, query = ''] = TARGET.exec(rest) ?? []
  const parameters = parametersOf(query)
  if (target === '' || !parameters) return refuse(PAY_REFUSED.unreadable)
  if (!isEvmAddress(target)) return refuse(target.includes('.') ? PAY_REFUSED.name : PAY_REFUSED.unreadable)
  const numberOf = (name: string) => {
    const text = parameters.get(name)
    return text === undefined ? undefined : (wholeNumber(text) ?? null)
  }
  if (call === undefined) {
    const units = numberOf('value')
    if (units === null) return refuse(PAY_REFUSED.amount)
    return { kind: 'evm', chainId, contract: undefined, recipient: target, units }
  }
  if (call !== 'transfer' || parameters.has('value')) return refuse(PAY_REFUSED.call)
  const recipient = parameters.get('address') ?? ''
  if (!isEvmAddress(recipient))
    return refuse(recipient.includes('.') ? PAY_REFUSED.name : PAY_REFUSED.unreadable)
  const units = numberOf('uint256')
  if (units === null) return refuse(PAY_REFUSED.amount)
  return { kind: 'evm', chainId, contract: target, recipient, units }
}

/** Whether a text means to be such a link, whatever it holds. */
export const isPayLink = (text: string): boolean => /^\s*(?:bitcoin|ethereum):/i.test(text)

/** Reads a `bitcoin:` (BIP 21) or `ethereum:` (EIP 681) link that anybody may have written. */
export const readPayLink = (text: string): PayLink | Refusal => {
  if (text.length > LONGEST) return refuse(PAY_REFUSED.long)
  if (/[^\x21-\x7e]/.test(text)) return refuse(PAY_REFUSED.characters)
  const [, scheme = '', rest = ''] = /^(bitcoin|ethereum):(.*)$/i.exec(text) ?? []
  if (scheme === '') return refuse(PAY_REFUSED.unreadable)
  return scheme.toLowerCase() === 'bitcoin' ? readBitcoin(rest) : readEvm(rest)
}

/** What a link fills into the send form; without an asset its owner chooses. */
export interface PayDraft {
  asset: Asset | undefined
  recipient: string
  /** Decimal text in whole coins. */
  amount: string | undefined
}

const isHuge = (amount: string | undefined): boolean =>
  amount !== undefined && compareFixed(parseFixed(amount), parseFixed(MAX_AMOUNT)) > 0

const draft = (
  asset: Asset | undefined,
  recipient: string,
  amount: string | undefined,
): PayDraft | Refusal => (isHuge(amount) ? refuse(PAY_REFUSED.huge) : { asset, recipient, amount })

const nothingOn = (blockchain: string) =>
  refuse(`This wallet has nothing to send on ${chainName(blockchain)}.`)

const fillBitcoin = async (
  { address, amount }: Extract<PayLink, { kind: 'bitcoin' }>,
  assets: readonly Asset[],
): Promise<PayDraft | Refusal> => {
  const { isBitcoinAddress } = await import('./bitcoin.ts')
  const fitting = BLOCKCHAINS.filter((blockchain) => {
    const chain = CHAINS[blockchain]
    return chain.family === 'bitcoin' && isBitcoinAddress(address, chain.network)
  })
  const [first] = fitting
  if (!first) return refuse(PAY_REFUSED.address)
  const asset = assets.find(({ blockchain, type }) => !type && fitting.some((one) => one === blockchain))
  return asset ? draft(asset, address, amount) : nothingOn(first)
}

const chainById = (chainId: string): Blockchain | undefined =>
  BLOCKCHAINS.find((blockchain) => {
    const chain = CHAINS[blockchain]
    return chain.family !== 'bitcoin' && BigInt(chain.chainId) === BigInt(chainId)
  })

const fillEvm = (
  { chainId, contract, recipient, units }: Extract<PayLink, { kind: 'evm' }>,
  assets: readonly Asset[],
): PayDraft | Refusal => {
  const blockchain = chainId === undefined ? undefined : chainById(chainId)
  if (chainId !== undefined && !blockchain)
    return refuse(`This payment link is for chain ${BigInt(chainId)}, which Countersign does not serve.`)
  const [asset, ...more] = assets.filter(
    (one) =>
      !isBitcoin(one.blockchain) &&
      (blockchain === undefined || one.blockchain === blockchain) &&
      (contract === undefined ? !one.type : one.type === 'ERC20' && sameAddress(one.address, contract)),
  )
  const textOf = (decimals: number | null | undefined) =>
    units === undefined ? undefined : unitsToText(units, decimals)
  if (asset && more.length === 0) return draft(asset, recipient, textOf(assetDecimals(asset)))
  if (contract !== undefined && !asset) {
    const where = blockchain ? ` on ${chainName(blockchain)}` : ''
    return refuse(`This wallet holds no token ${shortAddress(contract)}${where}.`)
  }
  if (blockchain) return nothingOn(blockchain)
  if (contract !== undefined) return refuse(PAY_REFUSED.ambiguous)
  return draft(undefined, recipient, textOf(WEI_DECIMALS))
}

/** What a link means for a wallet with these assets, or why it means nothing. */
export const fillFromLink = async (
  text: string,
  assets: readonly Asset[],
): Promise<PayDraft | { refusal: string }> => {
  const link = readPayLink(text)
  if ('refusal' in link) return link
  const owned = ownedAssets(assets)
  return link.kind === 'bitcoin' ? fillBitcoin(link, owned) : fillEvm(link, owned)
}
