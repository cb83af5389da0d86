import { encodeFunctionData, type Hex, maxUint160, maxUint256, parseAbi, zeroAddress, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { type CalledToken, describeCall } from '#domain/call.ts'

const CONTRACT = '0x52908400098527886E0F7030069857D2E4169EE7'
const SPENDER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const OWNER = '0x27b1fdb04752bbc536007a920d24acb045561c26'
const USDC: CalledToken = { symbol: 'USDC', decimals: 6, type: 'ERC20' }
const SEAL: CalledToken = { symbol: 'SEAL', decimals: null, type: 'ERC721' }

const encode = (signature: string, ...args: unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args })
const free = (what: string) => `${SPENDER} can then move up to ${what} without your Guardians, until revoked.`

test.each<[string, Hex, CalledToken | undefined, string | undefined, boolean]>([
  ['some of a token', encode('approve(address,uint256)', SPENDER, 1_500_000n), USDC, free('1.5 USDC'), true],
  ['all of a token', encode('approve(address,uint256)', SPENDER, maxUint256), USDC, free('all USDC'), true],
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
  ['half an argument', '0xa9059cbb00f', USDC, undefined, false],
  ['anything else', '0xdeadbeef', USDC, undefined, false],
  ['broken arguments', '0x095ea7b3ff', USDC, undefined, false],
  ['no data', '0x', undefined, undefined, false],
])('%s', (_, data, token, sentence, danger) => {
  const call = describeCall(data, CONTRACT, token)
  expect(call).toMatchObject({ data, bytes: Math.ceil((data.length - 2) / 2), danger })
  expect(call.sentence).toBe(sentence)
})

test('an address with something before it in its word is still the address', () => {
  const clean = encode('approve(address,uint256)', SPENDER, 1_500_000n)
  const dirty = `${clean.slice(0, 10)}${'f'.repeat(24)}${clean.slice(34)}`
  expect(describeCall(dirty, CONTRACT, USDC).sentence).toBe(free('1.5 USDC'))
})

test('a wallet without guardians is warned without them', () => {
  const call = describeCall(encode('approve(address,uint256)', SPENDER, maxUint256), CONTRACT, USDC, false)
  expect(call).toMatchObject({
    sentence: `${SPENDER} can then move up to all USDC until revoked.`,
    danger: true,
  })
})
