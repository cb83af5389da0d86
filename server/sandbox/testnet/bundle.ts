import { join } from 'node:path'
import type { BuildOptions } from 'esbuild'

/** The script of the page with all its packages. esbuild is only there where the product is built. */
export const bundleTestnetPage = async (
  pageDir: string,
  options: Pick<BuildOptions, 'outfile' | 'write'>,
): Promise<Uint8Array | undefined> => {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [join(pageDir, 'main.js')],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    loader: { '.png': 'dataurl' },
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    logLevel: 'error',
    ...options,
  })
  return outputFiles?.[0]?.contents
}
