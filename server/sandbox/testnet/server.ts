import { readFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Blockchain } from '#contract/blockchain.ts'
import { caip2, chainName } from '#domain/chain.ts'
import { bundleTestnetPage } from './bundle.ts'

export type TestnetOptions = {
  port: number
  /** Folder of the page (`server/sandbox/testnet/page`). */
  pageDir: string
  /** Folder of the sandbox page, whose look it shares. */
  sandboxPageDir: string
  relayUrl: string
  kycUrl: string
  /** Where the wallet is. */
  appUrl: string
  blockchains: readonly Blockchain[]
  log: FastifyBaseLogger
}

export type RunningTestnet = { port: number; stop(): Promise<void> }

const require = createRequire(import.meta.url)

const policy = ({ relayUrl, kycUrl }: TestnetOptions) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(relayUrl).origin} ${new URL(kycUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** The built script; while developing there is none, and it is made when it is first asked for. */
const script = (pageDir: string) => {
  let made: Promise<Uint8Array> | undefined
  const make = async () =>
    (await bundleTestnetPage(pageDir, { write: false })) ?? Promise.reject(new Error('No script was made'))
  return () =>
    readFile(join(pageDir, 'app.js')).catch((error: unknown) => {
      if (!isMissing(error)) throw error
      made ??= make()
      return made
    })
}

type File = { type: string; read: () => Promise<string | Uint8Array> }

const filesOf = (options: TestnetOptions): Record<string, File> => {
  const { pageDir, sandboxPageDir, relayUrl, kycUrl, appUrl, blockchains } = options
  const file = (type: string, path: string): File => ({ type, read: () => readFile(path) })
  const chains = blockchains.map((blockchain) => ({ id: caip2(blockchain), name: chainName(blockchain) }))
  const config = JSON.stringify({ relayUrl, kycUrl, appUrl, chains })
  return {
    '/': file('text/html; charset=utf-8', join(pageDir, 'index.html')),
    '/testnet.css': file('text/css; charset=utf-8', join(pageDir, 'testnet.css')),
    '/theme.css': file('text/css; charset=utf-8', join(sandboxPageDir, 'theme.css')),
    '/page.css': file('text/css; charset=utf-8', join(sandboxPageDir, 'page.css')),
    '/app.js': { type: 'text/javascript; charset=utf-8', read: script(pageDir) },
    '/config.json': { type: 'application/json', read: async () => config },
    '/sandbox/geist.woff2': file(
      'font/woff2',
      require.resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'),
    ),
    '/sandbox/geist-mono.woff2': file(
      'font/woff2',
      require.resolve('@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2'),
    ),
  }
}

const serve = (options: TestnetOptions): Server => {
  const files = filesOf(options)
  const headers = {
    'content-security-policy': policy(options),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }
  const plain = (response: ServerResponse, status: number, text: string) =>
    response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' }).end(text)

  const server = createServer(async (request, response) => {
    const { port } = server.address() as AddressInfo
    const own = `127.0.0.1:${port}`
    if (request.headers.host !== own) return plain(response, 403, `This page is at http://${own} only.`)
    if (request.method !== 'GET') return plain(response, 405, 'This page is only read.')
    const found = files[request.url?.split('?')[0] ?? '/']
    if (!found) return plain(response, 404, `There is no such file: see http://${own}`)
    try {
      const content = await found.read()
      response.writeHead(200, { ...headers, 'content-type': found.type }).end(content)
    } catch (error) {
      options.log.error({ err: error }, 'A file of the TestNet page could not be read')
      plain(response, 500, 'Something went wrong')
    }
  })
  return server
}

/**
 * The sandbox's TestNet page: a real dApp, on an origin of its own. It is not on the app's host, because the ports of
 * one host share cookies.
 */
export const startTestnet = async (options: TestnetOptions): Promise<RunningTestnet> => {
  const server = serve(options)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
