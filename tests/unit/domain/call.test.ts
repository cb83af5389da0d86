import {
  concat,
  encodeFunctionData,
  encodePacked,
  type Hex,
  maxUint160,
  maxUint256,
  parseAbi,
  size,
  toFunctionSelector,
  zeroAddress,
  zeroHash,
} from 'viem'
import { expect, test } from 'vitest'
import { type CallContext, type CalledToken, describeCall, tokensOfCall } from '#domain/call.ts'
import { METHODS } from '#domain/callmethod.ts'

const CONTRACT = '0x52908400098527886E0F7030069857D2E4169EE7'
const SPENDER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const OWNER = '0x27b1fdb04752bbc536007a920d24acb045561c26'
const USDC: CalledToken = { symbol: 'USDC', decimals: 6, type: 'ERC20' }
const SEAL: CalledToken = { symbol: 'SEAL', decimals: null, type: 'ERC721' }

const encode = (signature: string, ...args: unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args })
/** The called contract is this token; others are unknown. */
const context = (token?: CalledToken, guarded = true): CallContext => ({
  tokenOf: (address) => (address.toLowerCase() === CONTRACT.toLowerCase() ? token : undefined),
  guarded,
  coin: 'RBNT',
})
const UNREADABLE = 'What this call does cannot be read. It may let others move assets without your Guardians.'
const free = (what: string) => `${SPENDER} can then move up to ${what} without your Guardians, until revoked.`

test.each<[string, Hex, CalledToken | undefined, string | undefined, boolean]>([
  ['some of a token', encode('approve(address,uint256)', SPENDER, 1_500_000n), USDC, free('1.5 USDC'), true],
  ['all of a token', encode('approve(address,uint256)', SPENDER, maxUint256), USDC, free('all USDC'), true],
  [
    'some of a token that calls itself a part of the amount',
    encode('approve(address,uint256)', SPENDER, 5_000_000n),
    { ...USDC, symbol: '000 USDC' },
    free('5 \u2066"000 USDC"\u2069'),
    true,
  ],
  [
    'an unknown token',
    encode('approve(address,uint256)', SPENDER, 7n),
    undefined,
    free(`7 units of ${CONTRACT}`),
    true,
  ],
  ['one item', encode('approve(address,uint256)', SPENDER, 7n), SEAL, free('SEAL #7'), true],
  ['every item', encode('setApprovalForAll(address,bool)', SPENDER, true), SEAL, free('all SEAL'), true],
  [
    'more than before',
    encode('increaseAllowance(address,uint256)', SPENDER, 1n),
    USDC,
    free('0.000001 USDC'),
    true,
  ],
  [
    'by a signature',
    encode(
      'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
      OWNER,
      SPENDER,
      maxUint256,
      1n,
      27,
      zeroHash,
      zeroHash,
    ),
    USDC,
    free('all USDC'),
    true,
  ],
  [
    'through another contract',
    encode('approve(address,address,uint160,uint48)', CONTRACT, SPENDER, maxUint160, 1),
    undefined,
    free(`all of ${CONTRACT}`),
    true,
  ],
  [
    'some of a token to a contract that is called at once',
    encode('approveAndCall(address,uint256,bytes)', SPENDER, 1_500_000n, '0x1234'),
    USDC,
    free('1.5 USDC'),
    true,
  ],
  [
    'the same without data',
    encode('approveAndCall(address,uint256)', SPENDER, maxUint256),
    USDC,
    free('all USDC'),
    true,
  ],
  ['all to an operator', encode('authorizeOperator(address)', SPENDER), USDC, free('all USDC'), true],
  [
    'nothing any more',
    encode('setApprovalForAll(address,bool)', SPENDER, false),
    SEAL,
    `${SPENDER} cannot move SEAL any more.`,
    false,
  ],
  [
    'a transfer',
    encode('transfer(address,uint256)', SPENDER, 2_000_000n),
    USDC,
    `Moves 2 USDC to ${SPENDER}.`,
    false,
  ],
  [
    'by a signature that allows or forbids all',
    encode(
      'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
      OWNER,
      SPENDER,
      0n,
      1n,
      true,
      27,
      zeroHash,
      zeroHash,
    ),
    USDC,
    free('all USDC'),
    true,
  ],
  [
    'by a signature to another contract',
    encode(
      'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
      OWNER,
      [[CONTRACT, 5n, 1, 1], SPENDER, 1n],
      '0x1234',
    ),
    undefined,
    free(`5 units of ${CONTRACT}`),
    true,
  ],
  [
    'a little more',
    encode('increaseApproval(address,uint256)', SPENDER, 1n),
    USDC,
    free('0.000001 USDC'),
    true,
  ],
  [
    'more than there is',
    encode('approve(address,uint256)', SPENDER, 2n ** 255n),
    USDC,
    free('all USDC'),
    true,
  ],
  [
    'nothing of a token',
    encode('approve(address,uint256)', SPENDER, 0n),
    USDC,
    `${SPENDER} cannot move USDC any more.`,
    false,
  ],
  [
    'nothing more, which takes nothing back',
    encode('increaseAllowance(address,uint256)', SPENDER, 0n),
    USDC,
    free('0 USDC'),
    true,
  ],
  ['the item 0', encode('approve(address,uint256)', SPENDER, 0n), SEAL, free('SEAL #0'), true],
  [
    'what may be the item 0',
    encode('approve(address,uint256)', SPENDER, 0n),
    undefined,
    free(`0 units of ${CONTRACT}`),
    true,
  ],
  [
    'an item to nobody',
    encode('approve(address,uint256)', zeroAddress, 7n),
    SEAL,
    `${zeroAddress} cannot move SEAL any more.`,
    false,
  ],
  [
    'a transfer from another',
    encode('transferFrom(address,address,uint256)', OWNER, SPENDER, 1_000_000n),
    USDC,
    `Moves 1 USDC to ${SPENDER}.`,
    false,
  ],
  [
    'a transfer of an item',
    encode('safeTransferFrom(address,address,uint256)', OWNER, SPENDER, 7n),
    SEAL,
    `Moves SEAL #7 to ${SPENDER}.`,
    false,
  ],
  [
    'a transfer of an unknown item',
    encode('safeTransferFrom(address,address,uint256,bytes)', OWNER, SPENDER, 7n, '0x'),
    undefined,
    `Moves #7 of ${CONTRACT} to ${SPENDER}.`,
    false,
  ],
  [
    'capital digits',
    `0x${encode('transfer(address,uint256)', SPENDER, 2_000_000n).slice(2).toUpperCase()}`,
    USDC,
    `Moves 2 USDC to ${SPENDER}.`,
    false,
  ],
  ['half an argument', '0xa9059cbb00f', USDC, UNREADABLE, false],
  ['anything else', '0xdeadbeef', USDC, UNREADABLE, false],
  ['broken arguments', '0x095ea7b3ff', USDC, UNREADABLE, false],
  ['no data', '0x', undefined, undefined, false],
])('%s', (_, data, token, sentence, danger) => {
  const call = describeCall(data, CONTRACT, context(token))
  expect(call.caution).toBe(sentence === UNREADABLE)
  expect(call).toMatchObject({ data, bytes: Math.ceil((data.length - 2) / 2), danger })
  expect(call.sentence).toBe(sentence)
})

test('an address with something before it in its word is still the address', () => {
  const clean = encode('approve(address,uint256)', SPENDER, 1_500_000n)
  const dirty = `${clean.slice(0, 10)}${'f'.repeat(24)}${clean.slice(34)}`
  expect(describeCall(dirty, CONTRACT, context(USDC)).sentence).toBe(free('1.5 USDC'))
})

test('a wallet without guardians is warned without them', () => {
  const call = describeCall(
    encode('approve(address,uint256)', SPENDER, maxUint256),
    CONTRACT,
    context(USDC, false),
  )
  expect(call).toMatchObject({
    sentence: `${SPENDER} can then move up to all USDC until revoked.`,
    danger: true,
  })
})

const OTHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const APPROVE = encode('approve(address,uint256)', SPENDER, maxUint256)
const TRANSFER = encode('transfer(address,uint256)', OWNER, 2_000_000n)
const MOVED = `Moves 2 USDC to ${OWNER}.`

test.each<[string, Hex, CalledToken | undefined, string]>([
  ['all of a token', APPROVE, USDC, 'Allow 0x8617…070D to move all your USDC'],
  [
    'some of it',
    encode('approve(address,uint256)', SPENDER, 1_500_000n),
    USDC,
    'Allow 0x8617…070D to move up to 1.5 USDC',
  ],
  [
    'more of it',
    encode('increaseAllowance(address,uint256)', SPENDER, 1_500_000n),
    USDC,
    'Allow 0x8617…070D to move up to 1.5 USDC more',
  ],
  [
    'an item',
    encode('approve(address,uint256)', SPENDER, 7n),
    SEAL,
    'Allow 0x8617…070D to move your SEAL #7',
  ],
  [
    'every item of an unknown contract',
    encode('setApprovalForAll(address,bool)', SPENDER, true),
    undefined,
    'Allow 0x8617…070D to move all your tokens of 0x5290…9EE7',
  ],
  [
    'through Permit2',
    encode('approve(address,address,uint160,uint48)', CONTRACT, SPENDER, maxUint160, 1),
    USDC,
    'Allow 0x8617…070D to move all your USDC',
  ],
  [
    'nothing any more',
    encode('approve(address,uint256)', SPENDER, 0n),
    USDC,
    'Stop 0x8617…070D from moving your USDC',
  ],
  ['a transfer', TRANSFER, USDC, 'Move 2 USDC to 0x27b1…1c26'],
  [
    'an owner',
    encode('transferOwnership(address)', SPENDER),
    undefined,
    'Makes 0x8617…070D the owner of 0x5290…9EE7',
  ],
])('the headline of %s', (_, data, token, headline) => {
  expect(describeCall(data, CONTRACT, context(token)).headline).toBe(headline)
})

test.each<[string, Hex, string, boolean]>([
  [
    'some of an item that a contract keeps several of',
    encode('safeTransferFrom(address,address,uint256,uint256,bytes)', OWNER, SPENDER, 7n, 3n, '0x'),
    `Moves 3 of item #7 of ${CONTRACT} to ${SPENDER}.`,
    false,
  ],
  [
    'a transfer by Permit2',
    encode('transferFrom(address,address,uint160,address)', OWNER, SPENDER, 3n, OTHER),
    `Moves 3 units of ${OTHER} to ${SPENDER}.`,
    false,
  ],
  [
    'a new owner',
    encode('transferOwnership(address)', SPENDER),
    `Makes ${SPENDER} the owner of ${CONTRACT}.`,
    true,
  ],
  ['no owner', encode('renounceOwnership()'), `Leaves ${CONTRACT} without an owner for good.`, true],
  [
    'a role',
    encode('grantRole(bytes32,address)', zeroHash, SPENDER),
    `Gives ${SPENDER} rights in ${CONTRACT}.`,
    true,
  ],
  [
    'a role less',
    encode('revokeRole(bytes32,address)', zeroHash, SPENDER),
    `Takes rights in ${CONTRACT} from ${SPENDER}.`,
    false,
  ],
  [
    'new code',
    encode('upgradeToAndCall(address,bytes)', SPENDER, '0x'),
    `Replaces the code of ${CONTRACT} by that of ${SPENDER}.`,
    true,
  ],
  [
    'new code of another contract',
    encode('upgradeAndCall(address,address,bytes)', OTHER, SPENDER, '0x'),
    `Replaces the code of ${OTHER} by that of ${SPENDER}.`,
    true,
  ],
  ['a module', encode('enableModule(address)', SPENDER), `Lets ${SPENDER} act for ${CONTRACT}.`, true],
])('%s is read', (_, data, sentence, danger) => {
  expect(describeCall(data, CONTRACT, context())).toMatchObject({ sentence, danger, caution: false })
})

const ALLOWED = free('all USDC')
const to = (data: Hex) => [CONTRACT, data]

test.each<[string, Hex]>([
  ['multicall(bytes[])', encode('multicall(bytes[])', [APPROVE])],
  ['multicall(uint256,bytes[])', encode('multicall(uint256,bytes[])', 1n, [APPROVE])],
  ['multicall(bytes32,bytes[])', encode('multicall(bytes32,bytes[])', zeroHash, [APPROVE])],
  ['aggregate', encode('aggregate((address,bytes)[])', [to(APPROVE)])],
  ['blockAndAggregate', encode('blockAndAggregate((address,bytes)[])', [to(APPROVE)])],
  ['tryAggregate', encode('tryAggregate(bool,(address,bytes)[])', false, [to(APPROVE)])],
  ['tryBlockAndAggregate', encode('tryBlockAndAggregate(bool,(address,bytes)[])', false, [to(APPROVE)])],
  ['aggregate3', encode('aggregate3((address,bool,bytes)[])', [[CONTRACT, true, APPROVE]])],
  [
    'aggregate3Value',
    encode('aggregate3Value((address,bool,uint256,bytes)[])', [[CONTRACT, true, 0n, APPROVE]]),
  ],
  ['execute', encode('execute(address,uint256,bytes)', CONTRACT, 0n, APPROVE)],
  ['executeBatch with lists', encode('executeBatch(address[],bytes[])', [CONTRACT], [APPROVE])],
  [
    'executeBatch with values',
    encode('executeBatch(address[],uint256[],bytes[])', [CONTRACT], [0n], [APPROVE]),
  ],
  ['executeBatch with calls', encode('executeBatch((address,uint256,bytes)[])', [[CONTRACT, 0n, APPROVE]])],
  [
    'execTransaction',
    encode(
      'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
      ...[CONTRACT, 0n, APPROVE, 0, 0n, 0n, 0n, zeroAddress, zeroAddress, '0x'],
    ),
  ],
  [
    'execTransactionFromModule',
    encode('execTransactionFromModule(address,uint256,bytes,uint8)', CONTRACT, 0n, APPROVE, 0),
  ],
  [
    'multiSend',
    encode(
      'multiSend(bytes)',
      encodePacked(
        ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
        [0, CONTRACT, 0n, BigInt(size(APPROVE)), APPROVE],
      ),
    ),
  ],
  [
    'one inside the other',
    encode('multicall(bytes[])', [encode('execute(address,uint256,bytes)', CONTRACT, 0n, APPROVE)]),
  ],
])('an allowance is seen inside %s', (_, data) => {
  expect(describeCall(data, CONTRACT, context(USDC))).toMatchObject({
    sentence: ALLOWED,
    headline: 'Allow 0x8617…070D to move all your USDC',
    danger: true,
    caution: false,
  })
  expect(tokensOfCall(data, CONTRACT)).toEqual([CONTRACT.toLowerCase()])
})

test('several things in one call are told one by one, the dangerous ones first', () => {
  const data = encode('multicall(bytes[])', [TRANSFER, '0xdeadbeef', APPROVE])
  expect(describeCall(data, CONTRACT, context(USDC))).toMatchObject({
    method: 'multicall',
    headline: 'Allow 0x8617…070D to move all your USDC',
    sentence: '3 things in one call:',
    danger: true,
    caution: true,
    parts: [
      { sentence: ALLOWED, tone: 'bad' },
      { sentence: UNREADABLE, tone: 'warn' },
      { sentence: MOVED, tone: 'neutral' },
    ],
  })
})

test('coins that a contract sends on are told, and code that runs with its rights', () => {
  const data = encode(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    ...[OTHER, 10n ** 18n, '0x', 1, 0n, 0n, 0n, zeroAddress, zeroAddress, '0x'],
  )
  expect(describeCall(data, CONTRACT, context()).parts).toEqual([
    { sentence: `Runs the code of ${OTHER} with the rights of ${CONTRACT}.`, tone: 'bad' },
    { sentence: `Sends 1 RBNT to ${OTHER}.`, tone: 'neutral' },
  ])
})

const wrap = (data: Hex, times: number): Hex =>
  times === 0 ? data : wrap(encode('multicall(bytes[])', [data]), times - 1)
const TOO_MANY = 'There are more calls inside than can be read. They may move anything.'

test.each<[string, Hex]>([
  ['too deep', wrap(APPROVE, 6)],
  ['too many', encode('multicall(bytes[])', Array(300).fill(TRANSFER))],
  ['too long', encode('multicall(bytes[])', Array(2).fill(concat([TRANSFER, `0x${'00'.repeat(32_000)}`])))],
])('what is hidden among calls that are %s is announced', (_, data) => {
  const { danger, sentence, parts } = describeCall(data, CONTRACT, context(USDC))
  expect(danger).toBe(true)
  expect([sentence, parts?.[0]?.sentence]).toContain(TOO_MANY)
  expect(parts?.length ?? 0).toBeLessThanOrEqual(13)
})

test('among harmless calls what cannot be read comes first, and no harmless one speaks for all', () => {
  const stop = encode('approve(address,uint256)', SPENDER, 0n)
  const data = encode('multicall(bytes[])', [...Array(13).fill(stop), '0x12345678'])
  const { headline, caution, parts } = describeCall(data, CONTRACT, context(USDC, false))
  expect(headline).toBeUndefined()
  expect(parts?.[0]?.sentence).toBe('Calls a contract. What it does is not known.')
  expect(parts?.at(-1)).toEqual({ sentence: 'And 2 more that are not shown.', tone: 'warn' })
  expect(caution).toBe(true)
})

test('a small transfer does not stand for a large one behind it', () => {
  const moves = [1n, 9_000_000n].map((amount) => encode('transfer(address,uint256)', SPENDER, amount))
  const { headline, parts } = describeCall(
    encode('multicall(bytes[])', moves),
    CONTRACT,
    context(USDC, false),
  )
  expect(headline).toBeUndefined()
  expect(parts?.map(({ sentence }) => sentence)).toContain(`Moves 9 USDC to ${SPENDER}.`)
})

test('pieces that point at one another cost no more than they are long', () => {
  const count = 900
  const offsets = Array.from({ length: count }, () => (count * 32).toString(16).padStart(64, '0')).join('')
  const word = (value: number) => value.toString(16).padStart(64, '0')
  const data: Hex = `0xac9650d8${word(32)}${word(count)}${offsets}${word(1)}${'ff'.padEnd(64, '0')}`
  const started = performance.now()
  expect(describeCall(data, CONTRACT, context()).sentence).toMatch(/things in one call|cannot be read/)
  expect(performance.now() - started).toBeLessThan(2000)
})

test('the code of a new contract cannot be read', () => {
  expect(describeCall(APPROVE, '', context())).toMatchObject({
    sentence: 'Creates a contract. What its code does cannot be read.',
    danger: false,
    caution: true,
  })
})

test('a wallet without guardians is told that a call is not known', () => {
  expect(describeCall('0xdeadbeef', CONTRACT, context(undefined, false))).toMatchObject({
    sentence: 'Calls a contract. What it does is not known.',
    caution: false,
  })
})

/** As the standards and contracts write them. */
const SIGNATURES = [
  'approve(address,uint256)',
  'increaseAllowance(address,uint256)',
  'increaseApproval(address,uint256)',
  'approveAndCall(address,uint256,bytes)',
  'approveAndCall(address,uint256)',
  'authorizeOperator(address)',
  'setApprovalForAll(address,bool)',
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
  'approve(address,address,uint160,uint48)',
  'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
  'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
  'transferFrom(address,address,uint160,address)',
  'transferFrom((address,address,uint160,address)[])',
  'transfer(address,uint256)',
  'transferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256,bytes)',
  'safeTransferFrom(address,address,uint256,uint256,bytes)',
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  'transferOwnership(address)',
  'setOwner(address)',
  'changeAdmin(address)',
  'renounceOwnership()',
  'grantRole(bytes32,address)',
  'revokeRole(bytes32,address)',
  'renounceRole(bytes32,address)',
  'upgradeTo(address)',
  'upgradeToAndCall(address,bytes)',
  'upgrade(address,address)',
  'upgradeAndCall(address,address,bytes)',
  'changeProxyAdmin(address,address)',
  'addOwnerWithThreshold(address,uint256)',
  'swapOwner(address,address,address)',
  'enableModule(address)',
  'changeThreshold(uint256)',
  'removeOwner(address,address,uint256)',
  'setGuard(address)',
  'setFallbackHandler(address)',
  'multicall(bytes[])',
  'multicall(uint256,bytes[])',
  'multicall(bytes32,bytes[])',
  'aggregate((address,bytes)[])',
  'blockAndAggregate((address,bytes)[])',
  'tryAggregate(bool,(address,bytes)[])',
  'tryBlockAndAggregate(bool,(address,bytes)[])',
  'aggregate3((address,bool,bytes)[])',
  'aggregate3Value((address,bool,uint256,bytes)[])',
  'execute(address,uint256,bytes)',
  'executeBatch(address[],bytes[])',
  'executeBatch(address[],uint256[],bytes[])',
  'executeBatch((address,uint256,bytes)[])',
  'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
  'execTransactionFromModule(address,uint256,bytes,uint8)',
  'multiSend(bytes)',
]

test('every method is known by the selector of its signature', () => {
  const named = SIGNATURES.map((signature) => [
    toFunctionSelector(signature).slice(2),
    signature.split('(')[0],
  ])
  const known = Object.entries(METHODS).map(([selector, { name }]) => [selector, name])
  expect(known.toSorted()).toEqual(named.toSorted())
})
