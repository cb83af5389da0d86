import { existsSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { type Launch, type Launched, launchProgram } from '#server/dapps/launch.ts'

/** Where the client's process may end: before the nth thing that it says with these words, or around an answer to a dApp. */
export type Step =
  | { at: 'says'; what: string; nth: number }
  | { at: 'before the answer is out' | 'after the answer is out' }

/** The client's process, which can be told where to end. */
export const openMortal = async () => {
  // Inside the checkout, so that the bundle finds the installed packages.
  await mkdir('.cache', { recursive: true })
  const folder = resolve(await mkdtemp('.cache/mortal-'))
  await build({
    entryPoints: ['tests/server/dapps/mortal.ts'],
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  })
  const file = join(folder, 'step.json')
  const begin = launchProgram(join(folder, 'mortal.js'), [file])
  const lives: Launched[] = []
  const launch: Launch = () => {
    const life = begin()
    lives.push(life)
    return life
  }
  return {
    launch,
    lives: () => lives.length,
    pid: () => lives.at(-1)?.pid ?? 0,
    arm: (step: Step) => writeFileSync(file, JSON.stringify(step)),
    isArmed: () => existsSync(file),
    async disarm() {
      await rm(file, { force: true })
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
export type Mortal = Awaited<ReturnType<typeof openMortal>>
