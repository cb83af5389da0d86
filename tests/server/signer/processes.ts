import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { createKeyRing } from '#server/custody/keyring.ts'
import type { Place } from '#server/custody/program/place.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { makeSigners } from '#server/signer/coordinate.ts'
import type { Ask, Call } from '#server/signer/message.ts'
import { connectEach } from '#server/signer/program/client.ts'
import { PARTIES, type Party } from '#server/signer/share.ts'
import { openSigner } from '#server/signer/signer.ts'
import { CERTIFICATES } from '#tests/server/custody/certificates.ts'
import { freePort, type ServerProcess, spawnServer } from '#tests/server/main/process.ts'
import type { Between } from './three.ts'

const run = promisify(execFile)

/** Three signers, each a process of its own with a folder and a key ring of its own, over sockets or TLS. */
export const startThree = async (over: Place['kind'] = 'sockets') => {
  const home = await mkdtemp(join(tmpdir(), 'three-'))
  await mkdir('.cache', { recursive: true })
  // Inside the checkout, so that the bundle finds the installed packages.
  const bundle = resolve(await mkdtemp('.cache/signer-'))
  await build({
    entryPoints: { signer: 'server/signer/program/program.ts', command: 'server/signer/program/command.ts' },
    ...{ outdir: bundle, bundle: true, platform: 'node', target: 'node20', format: 'esm' },
    ...{ packages: 'external', logLevel: 'warning' },
  })
  const keyFile = (party: Party) => join(home, `ring${party}`)
  const certificates = join(home, 'certificates')
  await mkdir(certificates)
  for (const [name, text] of Object.entries(CERTIFICATES)) await writeFile(join(certificates, name), text)
  const places = new Map<Party, Place>()
  for (const party of PARTIES) {
    for (const end of ['crt', 'key'])
      await writeFile(join(certificates, `signer${party}.${end}`), CERTIFICATES[`custody.${end}`] ?? '')
    const place: Place =
      over === 'tls'
        ? { kind: 'tls', host: 'localhost', port: await freePort(), certificates }
        : { kind: 'sockets', folder: `${home}/at` }
    places.set(party, place)
  }
  const urlOf = (party: Party): Record<string, string> => {
    const place = places.get(party)
    return place?.kind === 'tls'
      ? { SIGNER_URL: `tls://${place.host}:${place.port}`, SIGNER_CERTIFICATES: certificates }
      : { SIGNER_URL: `unix:${home}/at` }
  }
  const envOf = (party: Party): Record<string, string> => ({
    ...{ SIGNER: String(party), DATA_DIR: join(home, String(party)), SIGNER_KEY_FILE: keyFile(party) },
    ...{ ...urlOf(party), POLICY_DELAY_S: '86400', NODE_ENV: 'production' },
  })
  const folderOf = (party: Party) => join(home, String(party), `signer${party}`)
  /** Its first start: what the others have to be told of it. */
  const introduce = async (party: Party): Promise<string> => {
    await mkdir(join(home, String(party)), { recursive: true })
    const keyRing = await createKeyRing(keyFile(party))
    const clock = { now: () => new Date() }
    const signer = await openSigner({ party, dir: folderOf(party), keyRing, clock, policyDelayS: 0 })
    await signer.close()
    return `${party}:${signer.publicKey}`
  }
  const identities = await Promise.all(PARTIES.map(introduce))
  const peersOf = (party: Party) => identities.filter((_, index) => index !== party - 1).join(',')
  const running = new Map<Party, ServerProcess>()
  const start = async (party: Party) => {
    const process = spawnServer(join(bundle, 'signer.js'), {
      ...envOf(party),
      SIGNER_PEERS: peersOf(party),
    })
    running.set(party, process)
    await process.says('is ready for custody')
  }
  const kill = async (party: Party) => {
    const process = running.get(party)
    running.delete(party)
    process?.child.kill('SIGKILL')
    await process?.ended
  }
  await Promise.all(PARTIES.map(start))

  const errors: string[] = []
  const log = { warn: () => undefined, error: (_: object, text: string) => void errors.push(text) }
  const { asks, end } = connectEach({ places, log, lineWithin: 5_000 })
  let between: Between = (_party, _name, _message, ask) => ask()
  const tapped = [...asks].map(([party, ask]): [Party, Ask] => [
    party,
    ((name: Call, message: never) =>
      between(party, name, message, async () => {
        // Nobody waits for a line to a process that is known to be gone.
        if (!running.has(party)) throw new CustodyRefusal('Unreachable', 'It was killed')
        return ask(name, message)
      })) as unknown as Ask,
  ])
  return {
    ...{ home, errors, kill, start, asks, envOf, bundle, keyFile, folderOf },
    /** What an operator of this signer types; what it says. */
    async command(party: Party, ...words: string[]): Promise<string> {
      const env = { ...process.env, ...envOf(party), SIGNER_PEERS: peersOf(party) }
      return (await run(process.execPath, [join(bundle, 'command.js'), ...words], { env })).stdout
    },
    /** Lost for good, with its ring; another one takes its place, and the others are told who that is. */
    async lose(party: Party) {
      await Promise.all(PARTIES.map(kill))
      await rm(folderOf(party), { recursive: true })
      await rm(keyFile(party))
      identities[party - 1] = await introduce(party)
      await Promise.all(PARTIES.map(start))
    },
    pids: () => [...running.values()].flatMap(({ child }) => child.pid ?? []),
    signers: makeSigners(new Map(tapped), { log }),
    put(next?: Between) {
      between = next ?? ((_party, _name, _message, ask) => ask())
    },
    async stop() {
      end()
      await Promise.all(PARTIES.map(kill))
      await rm(home, { recursive: true, force: true })
      await rm(bundle, { recursive: true, force: true })
    },
  }
}
