import { diffieHellman, sign } from 'node:crypto'
import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { expect, test } from 'vitest'
import { newKey, publicBytes } from '#server/custody/disk/okp.ts'

const secretOf = (key: ReturnType<typeof newKey>) =>
  key.export({ type: 'pkcs8', format: 'der' }).subarray(-32)

test('a new Ed25519 key signs what another library verifies with its public half', () => {
  const key = newKey('ed25519')
  expect(publicBytes(key)).toEqual(Buffer.from(ed25519.getPublicKey(secretOf(key))))
  const text = Buffer.from('said')
  expect(ed25519.verify(sign(null, text, key), text, publicBytes(key))).toBe(true)
})

test('two new X25519 keys agree on what another library computes, and no two are alike', () => {
  const [one, other] = [newKey('x25519'), newKey('x25519')]
  expect(publicBytes(one)).toEqual(Buffer.from(x25519.getPublicKey(secretOf(one))))
  expect(publicBytes(one)).not.toEqual(publicBytes(other))
  expect(diffieHellman({ privateKey: one, publicKey: other })).toEqual(
    Buffer.from(x25519.getSharedSecret(secretOf(one), publicBytes(other))),
  )
})
