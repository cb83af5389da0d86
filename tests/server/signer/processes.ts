import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { createKeyRing } from '#server/custody/keyring.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { makeSigners } from '#server/signer/coordinate.ts'
import type { Ask, Call } from '#server/signer/message.ts'
import { connectEach } from '#server/signer/program/client.ts'
import { PARTIES, type Party } from '#server/signer/share.ts'
import { openSigner } from '#server/signer/signer.ts'
import { type ServerProcess, spawnServer } from '#tests/server/main/process.ts'
import type { Between } from './three.ts'

/** Three signers, each a process of its own with a folder and a key ring of its own, over sockets. */
export const startThree = async () => {
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
  const envOf = (party: Party): Record<string, string> => ({
    ...{ SIGNER: String(party), DATA_DIR: join(home, String(party)), SIGNER_KEY_FILE: keyFile(party) },
    ...{ SIGNER_URL: `unix:${home}/at`, POLICY_DELAY_S: '86400', NODE_ENV: 'production' },
  })
  const identities = await Promise.all(
    PARTIES.map(async (party) => {
      const dir = join(home, String(party), `signer${party}`)
      await mkdir(join(home, String(party)))
      const keyRing = await createKeyRing(keyFile(party))
      const signer = await openSigner({
        party,
        dir,
        keyRing,
        clock: { now: () => new Date() },
        policyDelayS: 0,
      })
      await signer.close()
      return `${party}:${signer.publicKey}`
    }),
  )
  const running = new Map<Party, ServerProcess>()
  const start = async (party: Party) => {
    const others = identities.filter((_, index) => index !== party - 1)
    const process = spawnServer(join(bundle, 'signer.js'), {
      ...envOf(party),
      SIGNER_PEERS: others.join(','),
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
  const places = new Map(PARTIES.map((party) => [party, { kind: 'sockets', folder: `${home}/at` }] as const))
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
    ...{ home, errors, kill, start, asks, envOf, bundle },
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
