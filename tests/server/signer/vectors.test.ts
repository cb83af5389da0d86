import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { Transaction as Other, SigHash } from '@scure/btc-signer'
import { payments, Transaction } from 'bitcoinjs-lib'
import { describe, expect, test } from 'vitest'
import '#domain/bitcoin.ts'
import { bytesOf, hexOf, outputKey, PARTIES, type Party, Share } from '#server/signer/share.ts'
import { beginSigning, joinPieces } from '#server/signer/signing.ts'

/** Published numbers: what signs here and what checks it must agree with them, not only with each other. */

// BIP 340, test-vectors.csv: secret key, public key, auxiliary bytes, message, signature.
const SIGNED = [
  [
    '0000000000000000000000000000000000000000000000000000000000000003',
    'f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9',
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0000000000000000000000000000000000000000000000000000000000000000',
    'e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca821525f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0',
  ],
  [
    'b7e151628aed2a6abf7158809cf4f3c762e7160f38b4da56a784d9045190cfef',
    'dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659',
    '0000000000000000000000000000000000000000000000000000000000000001',
    '243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89',
    '6896bd60eeae296db48a229ff71dfe071bde413e6d43f917dc8dcf8c78de33418906d11ac976abccb20b091292bff4ea897efcb639ea871cfa95f6de339e4b0a',
  ],
] as const

describe('BIP 340', () => {
  test.each(SIGNED)('signs as published with secret %s', (secret, key, aux, message, signature) => {
    expect(hexOf(schnorr.getPublicKey(bytesOf(secret)))).toBe(key)
    expect(hexOf(schnorr.sign(bytesOf(message), bytesOf(secret), bytesOf(aux)))).toBe(signature)
    expect(schnorr.verify(bytesOf(signature), bytesOf(message), bytesOf(key))).toBe(true)
  })

  const [, key, , message, signature] = SIGNED[1]
  const [r, s] = [signature.slice(0, 64), signature.slice(64)]
  test.each([
    ['a key that is no point', 'eefdea4cdb677750a420fee807eacf21eb9898ae79b9768766e4faa04a2d4a34', signature],
    ['a key above the field', 'fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc30', signature],
    ['an r that is no point', key, `4a298dacae57395a15d0795ddbfd1dcb564da82b0f269bc70a74f8220429ba1d${s}`],
    [
      'an r of the size of the field',
      key,
      `fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f${s}`,
    ],
    [
      'an s of the size of the order',
      key,
      `${r}fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141`,
    ],
  ])('refuses %s', (_, wrong, text) => {
    expect(schnorr.verify(bytesOf(text), bytesOf(message), bytesOf(wrong))).toBe(false)
  })
})

// BIP 341, wallet-test-vectors.json.
describe('BIP 341', () => {
  test('tweaks a key without scripts as published', () => {
    const { pubkey, address } = payments.p2tr({
      internalPubkey: bytesOf('d6889cb081036e0faefa3a35157ad71086b123b2b144b649798b494c300a961d'),
    })
    expect(pubkey && hexOf(pubkey)).toBe('53a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343')
    expect(address).toBe('bc1p2wsldez5mud2yam29q22wgfh9439spgduvct83k3pm50fcxa5dps59h4z5')
  })

  const RAW = [
    '02000000097de20cbff686da83a54981d2b9bab3586f4ca7e48f57f5b55963115f3b334e9c010000000000000000d7b7cab57b1393ace2',
    'd064f4d4a2cb8af6def61273e127517d44759b6dafdd990000000000fffffffff8e1f583384333689228c5d28eac13366be082dc574417',
    '60d957275419a418420000000000fffffffff0689180aa63b30cb162a73c6d2a38b7eeda2a83ece74310fda0843ad604853b0100000000',
    'feffffffaa5202bdf6d8ccd2ee0f0202afbbb7461d9264a25e5bfd3c5a52ee1239e0ba6c0000000000feffffff956149bdc66faa968eb2',
    'be2d2faa29718acbfe3941215893a2a3446d32acd050000000000000000000e664b9773b88c09c32cb70a2a3e4da0ced63b7ba3b22f848',
    '531bbb1d5d5f4c94010000000000000000e9aa6b8e6c9de67619e6a3924ae25696bb7b694bb677a632a74ef7eadfd4eabf0000000000ff',
    'ffffffa778eb6a263dc090464cd125c466b5a99667720b1c110468831d058aa1b82af10100000000ffffffff0200ca9a3b000000001976',
    'a91406afd46bcdfd22ef94ac122aa11f241244a37ecc88ac807840cb0000000020ac9a87f5594be208f8532db38cff670c450ed2fea8fc',
    'defcc9a663f78bab962b0065cd1d',
  ].join('')
  const SPENT = [
    ['512053a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343', 420_000_000n],
    ['5120147c9c57132f6e7ecddba9800bb0c4449251c92a1e60371ee77557b6620f3ea3', 462_000_000n],
    ['76a914751e76e8199196d454941c45d1b3a323f1433bd688ac', 294_000_000n],
    ['5120e4d810fd50586274face62b8a807eb9719cef49c04177cc6b76a9a4251d5450e', 504_000_000n],
    ['512091b64d5324723a985170e4dc5a0f84c041804f2cd12660fa5dec09fc21783605', 630_000_000n],
    ['00147dd65592d0ab2fe0d0257d571abf032cd9db93dc', 378_000_000n],
    ['512075169f4001aa68f15bbed28b218df1d0a62cbbcf1188c6665110c293c907b831', 672_000_000n],
    ['5120712447206d7a5238acc7ff53fbe94a3b64539ad291c7cdbc490b7577e4b17df5', 546_000_000n],
    ['512077e30a5522dd9f894c3f8b8bd4c4b2cf82ca7da8a3ea6a239655c39c050ab220', 588_000_000n],
  ] as const
  const scripts = SPENT.map(([script]) => bytesOf(script))
  const values = SPENT.map(([, value]) => value)

  test.each([
    [
      'what is signed here: everything, unwritten',
      4,
      SigHash.DEFAULT,
      '4f900a0bae3f1446fd48490c2958b5a023228f01661cda3496a11da502a7f7ef',
    ],
    ['everything', 3, SigHash.ALL, 'bf013ea93474aa67815b1b6cc441d23b64fa310911d991e713cd34c7f5d46669'],
    ['no output', 6, SigHash.NONE, '15f25c298eb5cdc7eb1d638dd2d45c97c4c59dcaec6679cfc16ad84f30876b85'],
    ['one output', 0, SigHash.SINGLE, '2514a6272f85cfa0f45eb907fcb0d121b808ed37c6ea160a5a9046ed5526d555'],
  ])('digests %s, in the library that signs and in the one that checks', (_, index, type, digest) => {
    const signing = Transaction.fromHex(RAW)
    expect(hexOf(signing.hashForWitnessV1(index, scripts, values, type))).toBe(digest)
    const checking = Other.fromRaw(bytesOf(RAW), {
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
      disableScriptCheck: true,
    })
    expect(hexOf(checking.preimageWitnessV1(index, scripts, type, values))).toBe(digest)
  })
})

/**
 * BIP 445, sign_verify_vectors.json and sig_agg_vectors.json, group '2of3'. It binds both nonces of all signers by one
 * number (FROST3), the library each signer's by its own (RFC 9591): nonces, pieces and the signatures made of them differ, so
 * that those vectors fit nothing here. Keys, shares and what a whole signature has to be are the same.
 */
describe('BIP 445', () => {
  const KEY = '02d772a09f5f675783d275ed9f6aaedb2eccbc74171b37ac23ae3bbd9d7ae2cdaa'
  const VERIFYING = [
    '039ee3335af48dfe23702ab353f4af20d401f67a130df783cc8457323a860a2fb4',
    '0284dc4ab2cb78a621eb87fa1f14bce2b725afeaac981adcbaff5cc2d417d2a63a',
    '036441ec2d4c1266201cd89b69549a2f5b2188612a0d434153e625fb38173dd509',
  ] as const
  const SCALARS: Readonly<Record<Party, string>> = {
    1: '53442fa9bd72eea0a42df6f2d2d76a2c0d3a3dfa2be2f820f41ade976b8259fb',
    2: '5a7f9bd41f4b544664c54d777d43303cb5302434f9903b9b552c4e552bf02201',
    3: '61bb07fe8123b9ec255ca3fc27aef64d5d260a6fc73d7f15b63dbe12ec5dea07',
  }
  const MESSAGE = bytesOf('f95466d086770e689964664219266fe5ed215c92ae20bab5c9d79addddf3c0cf')

  const [first, second] = VERIFYING.map((point) => secp256k1.Point.fromHex(point))
  const slope = first && second?.subtract(first).toHex()
  const shareOf = (party: Party) =>
    Share.parse({ party, scalar: SCALARS[party], commitments: [KEY, slope], verifying: VERIFYING })

  test.each(PARTIES)('share %i has its published public half', (party) => {
    const point = secp256k1.getPublicKey(bytesOf(SCALARS[party]), true)
    expect(hexOf(point)).toBe(VERIFYING[party - 1])
  })

  test.each([
    [1, 2],
    [1, 3],
    [2, 3],
  ] as const)('shares %i and %i sign for the published key', (one, other) => {
    const rounds = [
      beginSigning(shareOf(one), MESSAGE, other),
      beginSigning(shareOf(other), MESSAGE, one),
    ] as const
    const commitments = rounds.map(({ commitment }) => commitment)
    const pieces = [rounds[0].finish(rounds[1].commitment), rounds[1].finish(rounds[0].commitment)]
    const signature = joinPieces(shareOf(one), MESSAGE, commitments, pieces)
    expect(schnorr.verify(signature, MESSAGE, bytesOf(KEY).slice(1))).toBe(true)
  })

  test.each([
    [
      'two',
      'a50be88d44e5f5d4dbba6c509fb421e70b170c4f5f14cfc6e5d79e718486af7e960712e992d4c673eddaaaf0ff1d9922dfcb543160814395a59bd0887c8cde07',
    ],
    [
      'three',
      '2a395c32b669a5704d289bec8df67acc33ae943778811be9530eeb140e98a57bcb8a811a3bfe7deb3887af58e0dab06d8f2319dd0ef8a839ee8ffcd82a2a192f',
    ],
  ])('the published signature of %s is one of the key that these shares have', (_, signature) => {
    expect(schnorr.verify(bytesOf(signature), MESSAGE, outputKey(shareOf(1)))).toBe(true)
  })
})
