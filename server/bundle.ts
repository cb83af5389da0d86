import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { bundleTestnetPage } from './sandbox/testnet/bundle.ts'

const TESTNET_PAGE = 'sandbox/testnet/page'

/**
 * Bundles the server into one folder, with the files that it reads. Packages stay outside: some hold binaries, and all
 * are installed anyway.
 */
export const bundleServer = async (folder: string): Promise<void> => {
  await build({
    entryPoints: {
      main: 'server/main.ts',
      keys: 'server/keys.ts',
      operator: 'server/operator.ts',
      backup: 'server/backup.ts',
      custody: 'server/custody/program/program.ts',
      signer: 'server/signer/program/program.ts',
      dapps: 'server/dapps/program/program.ts',
      regtest: 'server/sandbox/bitcoin/program.ts',
    },
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  })
  await cp('server/db/migrations', join(folder, 'migrations'), { recursive: true })
  await cp('server/sandbox/page', join(folder, 'sandbox/page'), { recursive: true })
  for (const name of ['index.html', 'testnet.css'])
    await cp(join('server', TESTNET_PAGE, name), join(folder, TESTNET_PAGE, name))
  await bundleTestnetPage(join('server', TESTNET_PAGE), { outfile: join(folder, TESTNET_PAGE, 'app.js') })
}
