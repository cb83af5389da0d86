import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
import fastify from 'fastify'
import { build } from 'vite'
import { OLDEST_KNOWN } from '#contract/version.ts'
import { secureHeaders } from '#server/http/security.ts'
import { serveShell } from '#server/http/shell.ts'

/**
 * The least that a page made with React is: a heading and a form with one field, built by the same vite, without styles,
 * routes or requests. `worker.html` is the same with a service worker that has stored it.
 */
const SOURCES = {
  'main.tsx': `import { type FormEvent, useState } from 'react'
import { createRoot } from 'react-dom/client'

function Page() {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(email.includes('@') ? undefined : 'Invalid email format')
  }
  return (
    <main>
      <h1>Bare</h1>
      <p>A page made with React.</p>
      <form noValidate onSubmit={submit}>
        <label htmlFor="email">Email</label>
        <input id="email" name="email" autoComplete="email" autoFocus value={email} onChange={(event) => setEmail(event.target.value)} />
        {problem && <p role="alert">{problem}</p>}
        <button type="submit">Continue</button>
      </form>
    </main>
  )
}

createRoot(document.getElementById('root')!).render(<Page />)
`,
  'worker.ts': `import './main.tsx'
const policy = trustedTypes.createPolicy('countersign', { createScriptURL: (url) => url })
navigator.serviceWorker.register(policy.createScriptURL('/sw.js'))
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

const files = async (folder: string) => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
}

/** Builds the bare page and serves it as ours is: by the same code, with the same headers, compressed once. */
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
  for (const path of await files(outDir)) {
    const bytes = await readFile(join(outDir, path))
    await writeFile(join(outDir, `${path}.br`), await promisify(brotliCompress)(bytes))
  }

  const app = fastify()
  await secureHeaders(app, { publicUrl: undefined, oldestClient: OLDEST_KNOWN })
  await serveShell(app, outDir)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: `http://localhost:${(app.server.address() as AddressInfo).port}`,
    stop: () => {
      app.server.closeAllConnections()
      return app.close()
    },
  }
}
