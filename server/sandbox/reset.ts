import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** What the sandbox keeps in its data folder, but for its keys. Nothing else there is touched. */
const KEPT = [
  ...['database', 'custody', 'chains', 'demo-guardians.json'],
  ...['signers/1', 'signers/2', 'signers/3'],
]

/** Makes the next start of the sandbox its first. Only while nothing runs over these files. */
export const forgetSandbox = async (dataDir: string): Promise<void> => {
  for (const name of KEPT) await rm(join(dataDir, name), { recursive: true, force: true })
}
