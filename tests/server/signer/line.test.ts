import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { dial } from '#server/custody/program/lasting.ts'
import type { Place } from '#server/custody/program/place.ts'
import { connectSigners } from '#server/signer/program/client.ts'
import { parseSigners } from '#server/signer/program/place.ts'
import { serveSigner } from '#server/signer/program/serve.ts'
import { readSettings } from '#server/signer/program/settings.ts'
import { PARTIES, type Party } from '#server/signer/share.ts'
import { CERTIFICATES } from '#tests/server/custody/certificates.ts'
import { makeThree } from './three.ts'

const log = { warn: () => undefined, error: () => undefined }
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const overTls = async () => {
  const certificates = await mkdtemp(join(tmpdir(), 'certificates-'))
  ends.push(() => rm(certificates, { recursive: true }))
  for (const [name, text] of Object.entries(CERTIFICATES)) await writeFile(join(certificates, name), text)
  const three = await makeThree()
  ends.push(three.remove)
  const places = new Map<Party, Place>()
  for (const party of PARTIES) {
    for (const end of ['crt', 'key'])
      await writeFile(join(certificates, `signer${party}.${end}`), CERTIFICATES[`custody.${end}`] ?? '')
    const place: Place = { kind: 'tls', host: 'localhost', port: 0, certificates }
    const { port, close } = await serveSigner({ place, party, ask: three.signer(party).ask, log })
    ends.push(async () => close())
    places.set(party, { ...place, port })
  }
  return { three, places }
}

test('over TLS custody makes a key with three signers, and nobody else gets a line', async () => {
  const { three, places } = await overTls()
  const signers = connectSigners({ places, log, lineWithin: 5_000 })
  ends.push(signers.close)
  const key = await signers.makeKey('wallet-1', 'regtest')
  expect(await three.signers.makeKey('wallet-1', 'regtest')).toEqual(key)
  for (const name of ['web', 'chains', 'operator', 'unknown', 'stranger']) {
    const ws = dial(places.get(1)!, name)
    const end = await new Promise((resolve) => {
      ws.on('open', () => resolve('open'))
      ws.on('error', () => resolve('refused'))
    })
    ws.terminate()
    expect([name, end]).toEqual([name, 'refused'])
  }
})

test('a line asks nothing before it has greeted, and nothing that no signer answers', async () => {
  const { places } = await overTls()
  const ws = dial(places.get(2)!, 'custody')
  const answers: string[] = []
  const answer = () => new Promise<string>((resolve) => ws.once('message', (data) => resolve(String(data))))
  await new Promise((resolve) => ws.once('open', resolve))
  for (const frame of [
    { id: 1, ask: 'identity', message: {} },
    { id: 2, ask: 'hello', message: { version: 999 } },
    { id: 3, ask: 'identity', message: {} },
    { id: 4, ask: 'hello', message: { version: 1 } },
    { id: 5, ask: 'toString', message: {} },
    { id: 6, ask: 'tell', message: { walletId: '../x', entries: [] } },
    { id: 7, ask: 'identity', message: {} },
  ]) {
    const next = answer()
    ws.send(JSON.stringify(frame))
    answers.push(await next)
  }
  ws.terminate()
  expect(
    answers.map((text) => ('answer' in JSON.parse(text) ? 'answer' : JSON.parse(text).fault.code)),
  ).toEqual(['BadInput', 'BadInput', 'BadInput', 'answer', 'BadInput', 'BadInput', 'answer'])
})

test('places and settings are read, or refused with a sentence', () => {
  expect(parseSigners('SIGNERS_URL', 'unix:/run/signers', undefined).get(3)).toEqual({
    kind: 'sockets',
    folder: '/run/signers',
  })
  expect(parseSigners('SIGNERS_URL', 'unix:/a,unix:/b,tls://c:1', '/certs').get(3)).toMatchObject({ port: 1 })
  expect(() => parseSigners('SIGNERS_URL', 'unix:/a,unix:/b', undefined)).toThrow(
    'SIGNERS_URL should be one folder',
  )
  const peer = (party: number) => `${party}:${'A'.repeat(43)}.${String(party).repeat(43)}`
  const env = { SIGNER: '1', SIGNER_KEY_FILE: '/keys', SIGNER_PEERS: `${peer(2)}, ${peer(3)}` }
  expect([...(readSettings(env).peers?.keys() ?? [])]).toEqual([2, 3])
  expect(() => readSettings({ ...env, SIGNER_PEERS: peer(2) })).toThrow('should name signer 3, too')
  expect(() => readSettings({ ...env, SIGNER_PEERS: `${peer(2)},${peer(2).replace('2:', '3:')}` })).toThrow(
    'names one signer twice',
  )
  expect(() => readSettings({ ...env, SIGNER_KEY_FILE: '' })).toThrow('SIGNER_KEY_FILE should be set')
  expect(() => readSettings({ SIGNER: 'all', NODE_ENV: 'production' })).toThrow(
    'ALLOW_UNSAFE=signers-together',
  )
  expect(
    readSettings({ SIGNER: 'all', NODE_ENV: 'production', ALLOW_UNSAFE: 'signers-together' }).signers,
  ).toHaveLength(3)
})
