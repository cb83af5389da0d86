import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'

/** `npm run dev`: the page by Vite, the server behind it, both following the files. They end together. */
const PAGE_PORT = '4173'
const SERVER_PORT = '4174'

/** In a group of its own: Ctrl-C reaches only this process, which asks each child once. */
const start = (args: string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env: { ...process.env, ...env },
  })

const children = [
  start([resolve('node_modules/vite/bin/vite.js'), '--host', 'localhost'], {
    COUNTERSIGN_SERVER: `http://127.0.0.1:${SERVER_PORT}`,
  }),
  start([resolve('node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'server/main.ts'], {
    COUNTERSIGN_SANDBOX: '1',
    PORT: SERVER_PORT,
    PUBLIC_URL: `http://localhost:${PAGE_PORT}`,
  }),
]

let ending = false
const endAll = () => {
  if (ending) return
  ending = true
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM')
}
process.on('SIGINT', endAll)
process.on('SIGTERM', endAll)
for (const child of children) {
  child.on('exit', (code) => {
    if (code) process.exitCode = code
    endAll()
  })
}
