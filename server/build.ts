import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { bundleServer } from './bundle.ts'

/** Bundles the server beside the built client, and compresses the client once, so that no request has to. */
const dist = resolve(process.env.DIST_DIR ?? 'dist')
const SMALLEST = 1024
const TEXT = /\.(js|css|html|svg|json|webmanifest|ico)$/

const compress = async (file: string) => {
  const bytes = await readFile(file)
  if (bytes.length < SMALLEST) return
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

const compressAll = async (folder: string) => {
  const files = await readdir(folder, { recursive: true })
  await Promise.all(files.filter((file) => TEXT.test(file)).map((file) => compress(join(folder, file))))
}

await bundleServer(join(dist, 'server'))
await compressAll(join(dist, 'client'))
