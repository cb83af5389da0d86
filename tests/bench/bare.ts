import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/**
 * The least that a page made with React is: one heading and one paragraph, built by the same vite, without styles,
 * routes or state. `worker.html` is the same with a service worker that has stored it.
 */
const SOURCES = {
  'main.tsx': `import { createRoot } from 'react-dom/client'
createRoot(document.getElementById('root')!).render(<><h1>Bare</h1><p>A page made with React.</p></>)
`,
  'worker.ts': `import './main.tsx'
navigator.serviceWorker.register('/sw.js')
`,
  'index.html': html('main.tsx'),
  'worker.html': html('worker.ts'),
}

function html(script: string) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Bare</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/${script}"></script>
  </body>
</html>
`
}

const worker = (files: readonly string[]) => `
addEventListener('install', (event) =>
  event.waitUntil(caches.open('bare').then((cache) => cache.addAll(${JSON.stringify(files)}))))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) =>
  event.respondWith(caches.match(event.request).then((found) => found ?? fetch(event.request))))
`

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

const files = async (folder: string) => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
}

/** Builds the bare page and serves it, compressed once as ours is. */
export const startBare = async () => {
  const root = resolve('.cache/bench/bare')
  const outDir = join(root, 'dist')
  await rm(root, { recursive: true, force: true })
  await mkdir(root, { recursive: true })
  for (const [name, text] of Object.entries(SOURCES)) await writeFile(join(root, name), text)
  await build({
    ...{ root, configFile: false, logLevel: 'warn', plugins: [react()] },
    build: {
      ...{ outDir, modulePreload: { polyfill: false } },
      rolldownOptions: { input: { index: join(root, 'index.html'), worker: join(root, 'worker.html') } },
    },
  })
  await writeFile(join(outDir, 'sw.js'), worker(await files(outDir)))

  const bodies = new Map<string, Buffer>()
  for (const path of await files(outDir))
    bodies.set(path, brotliCompressSync(await readFile(join(outDir, path))))
  const server = createServer(({ url = '/' }, answer) => {
    const path = url === '/' ? '/index.html' : url
    const body = bodies.get(path)
    if (!body) return answer.writeHead(404).end()
    answer
      .writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain', 'content-encoding': 'br' })
      .end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
