// @vitest-environment node
import { encodeFunctionData, type Hex, maxUint160, maxUint256, parseAbi, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { type CalledToken, describeCall } from '#server/modules/approvals/call.ts'

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
  ['anything else', '0xdeadbeef', USDC, undefined, false],
  ['broken arguments', '0x095ea7b3ff', USDC, undefined, false],
  ['no data', '0x', undefined, undefined, false],
])('%s', (_, data, token, sentence, danger) => {
  const call = describeCall(data, CONTRACT, token)
  expect(call).toMatchObject({ data, bytes: (data.length - 2) / 2, danger })
  expect(call.sentence).toBe(sentence)
})
