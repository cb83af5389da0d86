import {
  type AbiParameter,
  type DecodeAbiParametersReturnType,
  decodeAbiParameters,
  type Hex,
  type ParseAbiParameters,
  parseAbiParameters,
} from 'viem'

/** What a call does to assets and rights, as far as it can be read. Addresses are checksummed. */
export type Effect =
  /** `more` adds to what was allowed before; `coin` is known to be a divisible token. */
  | { kind: 'allow'; spender: string; token: string; amount: bigint; more?: true; coin?: true }
  | { kind: 'allow-all' | 'disallow-all'; spender: string; token: string }
  /** `item` of a contract that keeps several; `single` is one item that `amount` names. */
  | { kind: 'move'; to: string; token: string; amount: bigint; item?: bigint; single?: true }
  | { kind: 'right'; right: Right; of: string; to?: string }
  /** Another call inside this one. `foreign` code runs with the rights of the called contract. */
  | { kind: 'call'; to: string; value: bigint; data: Hex; foreign?: true }

export type Right = 'own' | 'abandon' | 'role' | 'no-role' | 'code' | 'act' | 'settings'

export interface Method {
  name: string
  /** Throws when the arguments are not what the method takes. */
  read(args: Hex, at: string): Effect[]
}

type Arguments<T extends string> =
  ParseAbiParameters<T> extends infer P extends readonly AbiParameter[]
    ? DecodeAbiParametersReturnType<P>
    : never

/**
 * Flags and small numbers are read as uint256: old contracts ignore what stands before them in their word, and
 * whatever is not zero is true to them.
 */
const method = <const T extends string>(
  name: string,
  types: T,
  read: (args: Arguments<T>, at: string) => Effect[],
): Method => ({
  name,
  read: (args, at) =>
    read(decodeAbiParameters(parseAbiParameters(types as string), args) as Arguments<T>, at),
})

const allOrNothing = (token: string, spender: string, allowed: bigint): Effect[] => [
  { kind: allowed > 0n ? 'allow-all' : 'disallow-all', spender, token },
]
const right =
  (which: Right) =>
  ([to]: readonly [string, ...unknown[]], at: string): Effect[] => [
    { kind: 'right', right: which, of: at, to },
  ]
const inside =
  (index: 0 | 1) =>
  (args: readonly unknown[], at: string): Effect[] =>
    (args[index] as readonly Hex[]).map((data) => ({ kind: 'call', to: at, value: 0n, data }))
const bundle = (calls: readonly (readonly [string, bigint, Hex])[]): Effect[] =>
  calls.map(([to, value, data]) => ({ kind: 'call', to, value, data }))

/** Packed, one after the other: operation (1 byte), address (20), value (32), length (32), data. */
const readMultiSend = (packed: Hex): Effect[] => {
  const effects: Effect[] = []
  let at = 2
  const take = (bytes: number): string => {
    const digits = packed.slice(at, at + bytes * 2)
    if (digits.length !== bytes * 2) throw new Error('The bundle should hold whole calls')
    at += bytes * 2
    return digits
  }
  while (at < packed.length) {
    const foreign = take(1) !== '00'
    const to = `0x${take(20)}`
    const value = BigInt(`0x${take(32)}`)
    const length = BigInt(`0x${take(32)}`)
    if (length > BigInt(packed.length)) throw new Error('The bundle should hold whole calls')
    const data: Hex = `0x${take(Number(length))}`
    effects.push({ kind: 'call', to, value, data, ...(foreign && { foreign }) })
  }
  return effects
}

/** By selector: the first four bytes of the keccak hash of the signature. */
export const METHODS: Readonly<Record<string, Method>> = {
  // approve(address,uint256): ERC-20 and ERC-721
  '095ea7b3': method('approve', 'address, uint256', ([spender, amount], token) => [
    { kind: 'allow', spender, token, amount },
  ]),
  // increaseAllowance(address,uint256)
  '39509351': method('increaseAllowance', 'address, uint256', ([spender, amount], token) => [
    { kind: 'allow', spender, token, amount, more: true },
  ]),
  // increaseApproval(address,uint256)
  d73dd623: method('increaseApproval', 'address, uint256', ([spender, amount], token) => [
    { kind: 'allow', spender, token, amount, more: true },
  ]),
  // approveAndCall(address,uint256,bytes) and approveAndCall(address,uint256): ERC-1363
  cae9ca51: method('approveAndCall', 'address, uint256, bytes', ([spender, amount], token) => [
    { kind: 'allow', spender, token, amount },
  ]),
  '3177029f': method('approveAndCall', 'address, uint256', ([spender, amount], token) => [
    { kind: 'allow', spender, token, amount },
  ]),
  // authorizeOperator(address): ERC-777
  '959b8c3f': method('authorizeOperator', 'address', ([spender], token) => [
    { kind: 'allow-all', spender, token },
  ]),
  // setApprovalForAll(address,bool): ERC-721 and ERC-1155
  a22cb465: method('setApprovalForAll', 'address, uint256', ([spender, allowed], token) =>
    allOrNothing(token, spender, allowed),
  ),
  // permit(address,address,uint256,uint256,uint8,bytes32,bytes32): ERC-2612
  d505accf: method(
    'permit',
    'address, address, uint256, uint256, uint256, bytes32, bytes32',
    ([, spender, amount], token) => [{ kind: 'allow', spender, token, amount }],
  ),
  // permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32): DAI
  '8fcbaf0c': method(
    'permit',
    'address, address, uint256, uint256, uint256, uint256, bytes32, bytes32',
    ([, spender, , , allowed], token) => allOrNothing(token, spender, allowed),
  ),
  // approve(address,address,uint160,uint48): Permit2
  '87517c45': method('approve', 'address, address, uint256, uint256', ([token, spender, amount]) => [
    { kind: 'allow', spender, token, amount, coin: true },
  ]),
  // permit(address,((address,uint160,uint48,uint48),address,uint256),bytes): Permit2
  '2b67b570': method(
    'permit',
    'address, ((address, uint256, uint256, uint256), address, uint256), bytes',
    ([, [[token, amount], spender]]) => [{ kind: 'allow', spender, token, amount, coin: true }],
  ),
  // permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes): Permit2
  '2a2d80d1': method(
    'permit',
    'address, ((address, uint256, uint256, uint256)[], address, uint256), bytes',
    ([, [details, spender]]) =>
      details.map(([token, amount]) => ({ kind: 'allow', spender, token, amount, coin: true })),
  ),
  // transferFrom(address,address,uint160,address): Permit2
  '36c78516': method('transferFrom', 'address, address, uint256, address', ([, to, amount, token]) => [
    { kind: 'move', to, token, amount },
  ]),
  // transferFrom((address,address,uint160,address)[]): Permit2
  '0d58b1db': method('transferFrom', '(address, address, uint256, address)[]', ([moves]) =>
    moves.map(([, to, amount, token]) => ({ kind: 'move', to, token, amount })),
  ),
  // transfer(address,uint256)
  a9059cbb: method('transfer', 'address, uint256', ([to, amount], token) => [
    { kind: 'move', to, token, amount },
  ]),
  // transferFrom(address,address,uint256): ERC-20 and ERC-721
  '23b872dd': method('transferFrom', 'address, address, uint256', ([, to, amount], token) => [
    { kind: 'move', to, token, amount },
  ]),
  // safeTransferFrom(address,address,uint256): ERC-721
  '42842e0e': method('safeTransferFrom', 'address, address, uint256', ([, to, amount], token) => [
    { kind: 'move', to, token, amount, single: true },
  ]),
  // safeTransferFrom(address,address,uint256,bytes): ERC-721
  b88d4fde: method('safeTransferFrom', 'address, address, uint256, bytes', ([, to, amount], token) => [
    { kind: 'move', to, token, amount, single: true },
  ]),
  // safeTransferFrom(address,address,uint256,uint256,bytes): ERC-1155
  f242432a: method(
    'safeTransferFrom',
    'address, address, uint256, uint256, bytes',
    ([, to, item, amount], token) => [{ kind: 'move', to, token, amount, item }],
  ),
  // safeBatchTransferFrom(address,address,uint256[],uint256[],bytes): ERC-1155
  '2eb2c2d6': method(
    'safeBatchTransferFrom',
    'address, address, uint256[], uint256[], bytes',
    ([, to, items, amounts], token) =>
      items.map((item, index) => ({ kind: 'move', to, token, amount: amounts[index] ?? 0n, item })),
  ),

  // transferOwnership(address)
  f2fde38b: method('transferOwnership', 'address', right('own')),
  // setOwner(address)
  '13af4035': method('setOwner', 'address', right('own')),
  // changeAdmin(address)
  '8f283970': method('changeAdmin', 'address', right('own')),
  // renounceOwnership()
  '715018a6': { name: 'renounceOwnership', read: (_, of) => [{ kind: 'right', right: 'abandon', of }] },
  // grantRole(bytes32,address)
  '2f2ff15d': method('grantRole', 'bytes32, address', ([, to], of) => [
    { kind: 'right', right: 'role', of, to },
  ]),
  // revokeRole(bytes32,address)
  d547741f: method('revokeRole', 'bytes32, address', ([, to], of) => [
    { kind: 'right', right: 'no-role', of, to },
  ]),
  // renounceRole(bytes32,address)
  '36568abe': method('renounceRole', 'bytes32, address', ([, to], of) => [
    { kind: 'right', right: 'no-role', of, to },
  ]),
  // upgradeTo(address)
  '3659cfe6': method('upgradeTo', 'address', right('code')),
  // upgradeToAndCall(address,bytes)
  '4f1ef286': method('upgradeToAndCall', 'address, bytes', right('code')),
  // upgrade(address,address) and upgradeAndCall(address,address,bytes) of an administrating contract
  '99a88ec4': method('upgrade', 'address, address', ([of, to]) => [{ kind: 'right', right: 'code', of, to }]),
  '9623609d': method('upgradeAndCall', 'address, address, bytes', ([of, to]) => [
    { kind: 'right', right: 'code', of, to },
  ]),
  // changeProxyAdmin(address,address)
  '7eff275e': method('changeProxyAdmin', 'address, address', ([of, to]) => [
    { kind: 'right', right: 'own', of, to },
  ]),
  // addOwnerWithThreshold(address,uint256): Safe
  '0d582f13': method('addOwnerWithThreshold', 'address, uint256', right('act')),
  // swapOwner(address,address,address): Safe
  e318b52b: method('swapOwner', 'address, address, address', ([, , to], of) => [
    { kind: 'right', right: 'act', of, to },
  ]),
  // enableModule(address): Safe
  '610b5925': method('enableModule', 'address', right('act')),
  // changeThreshold(uint256), removeOwner(address,address,uint256), setGuard(address), setFallbackHandler(address): Safe
  '694e80c3': { name: 'changeThreshold', read: (_, of) => [{ kind: 'right', right: 'settings', of }] },
  f8dc5dd9: { name: 'removeOwner', read: (_, of) => [{ kind: 'right', right: 'settings', of }] },
  e19a9dd9: { name: 'setGuard', read: (_, of) => [{ kind: 'right', right: 'settings', of }] },
  f08a0323: { name: 'setFallbackHandler', read: (_, of) => [{ kind: 'right', right: 'settings', of }] },

  // multicall(bytes[]), multicall(uint256,bytes[]) and multicall(bytes32,bytes[])
  ac9650d8: method('multicall', 'bytes[]', inside(0)),
  '5ae401dc': method('multicall', 'uint256, bytes[]', inside(1)),
  '1f0464d1': method('multicall', 'bytes32, bytes[]', inside(1)),
  // aggregate((address,bytes)[]) and blockAndAggregate((address,bytes)[]): Multicall3, as all of these
  '252dba42': method('aggregate', '(address, bytes)[]', ([calls]) =>
    bundle(calls.map(([to, data]) => [to, 0n, data])),
  ),
  c3077fa9: method('blockAndAggregate', '(address, bytes)[]', ([calls]) =>
    bundle(calls.map(([to, data]) => [to, 0n, data])),
  ),
  // tryAggregate(bool,(address,bytes)[]) and tryBlockAndAggregate(bool,(address,bytes)[])
  bce38bd7: method('tryAggregate', 'uint256, (address, bytes)[]', ([, calls]) =>
    bundle(calls.map(([to, data]) => [to, 0n, data])),
  ),
  '399542e9': method('tryBlockAndAggregate', 'uint256, (address, bytes)[]', ([, calls]) =>
    bundle(calls.map(([to, data]) => [to, 0n, data])),
  ),
  // aggregate3((address,bool,bytes)[])
  '82ad56cb': method('aggregate3', '(address, uint256, bytes)[]', ([calls]) =>
    bundle(calls.map(([to, , data]) => [to, 0n, data])),
  ),
  // aggregate3Value((address,bool,uint256,bytes)[])
  '174dea71': method('aggregate3Value', '(address, uint256, uint256, bytes)[]', ([calls]) =>
    bundle(calls.map(([to, , value, data]) => [to, value, data])),
  ),
  // execute(address,uint256,bytes): ERC-4337 accounts
  b61d27f6: method('execute', 'address, uint256, bytes', (call) => bundle([call])),
  // executeBatch(address[],bytes[])
  '18dfb3c7': method('executeBatch', 'address[], bytes[]', ([to, data]) =>
    bundle(to.map((each, index) => [each, 0n, data[index] ?? '0x'])),
  ),
  // executeBatch(address[],uint256[],bytes[])
  '47e1da2a': method('executeBatch', 'address[], uint256[], bytes[]', ([to, values, data]) =>
    bundle(to.map((each, index) => [each, values[index] ?? 0n, data[index] ?? '0x'])),
  ),
  // executeBatch((address,uint256,bytes)[])
  '34fcd5be': method('executeBatch', '(address, uint256, bytes)[]', ([calls]) => bundle(calls)),
  // execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes): Safe
  '6a761202': method(
    'execTransaction',
    'address, uint256, bytes, uint256, uint256, uint256, uint256, address, address, bytes',
    ([to, value, data, operation]) => [
      { kind: 'call', to, value, data, ...(operation !== 0n && { foreign: true }) },
    ],
  ),
  // execTransactionFromModule(address,uint256,bytes,uint8): Safe
  '468721a7': method(
    'execTransactionFromModule',
    'address, uint256, bytes, uint256',
    ([to, value, data, operation]) => [
      { kind: 'call', to, value, data, ...(operation !== 0n && { foreign: true }) },
    ],
  ),
  // multiSend(bytes): Safe
  '8d80ff0a': method('multiSend', 'bytes', ([packed]) => readMultiSend(packed)),
}
