import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright/test'
import { findBrowser } from './browser.ts'
import { type Bus, startBus } from './bus.ts'
import { takeCensus } from './census.ts'
import { takeReports } from './reports.ts'

/** A browser on a desktop: its pages can be hidden, its notifications arrive and can be clicked. */
export interface Desktop extends Omit<Bus, 'address' | 'stop'> {
  context: BrowserContext
  /** An empty page of the same window: in front, it hides the others. */
  blank: Page
  /** Delivers a message of Web Push to the worker of this origin. */
  push(origin: string, message: unknown): Promise<void>
  stop(): Promise<void>
}

const devtools = (child: ChildProcess): Promise<string> =>
  new Promise((done, fail) => {
    let output = ''
    child.once('error', fail)
    child.once('exit', () => fail(new Error(`Chromium ended early:\n${output}`)))
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const url = /DevTools listening on (ws:\S+)/.exec(output)?.[1]
      if (url) done(url)
    })
  })

/** Waits until the window is there. */
const opened = async (endpoint: string): Promise<string> => {
  const list = new URL('/json/list', endpoint.replace(/^ws/, 'http'))
  for (;;) {
    const targets = (await (await fetch(list)).json()) as { type: string; url: string }[]
    if (targets.some(({ type, url }) => type === 'page' && url === 'about:blank')) return endpoint
  }
}

/** Playwright's own launch never lets a page become hidden, so Chromium starts by itself and is only joined. */
const launch = async (address: string, profile: string) => {
  const child = spawn(
    findBrowser(),
    [
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--window-size=1280,800',
      '--lang=en-US',
      '--no-first-run',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Its own first page changes over to another process while it loads; nobody should join in that moment.
      'about:blank',
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, TZ: 'UTC', DBUS_SESSION_BUS_ADDRESS: address },
    },
  )
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const browser = await chromium.connectOverCDP(await opened(await devtools(child)), { noDefaults: true })
  return {
    browser,
    end: async () => {
      const ended = once(child, 'exit')
      await browser.close()
      kill()
      await ended
      process.off('exit', kill)
    },
  }
}

/** Web Push without a push service: the browser takes the message for one of a worker's registration. */
const postman = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const registrations = new Map<string, string>()
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: changed }) => {
    for (const { scopeURL, registrationId } of changed) registrations.set(scopeURL, registrationId)
  })
  await session.send('ServiceWorker.enable')
  return async (origin: string, message: unknown) => {
    const registrationId = registrations.get(`${origin}/`)
    if (!registrationId) throw new Error(`${origin} has no service worker.`)
    await session.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(message),
    })
  }
}

export const startDesktop = async (): Promise<Desktop> => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-desktop-'))
  const { address, stop, ...bus } = await startBus(folder)
  const { browser, end } = await launch(address, folder)
  const [context] = browser.contexts()
  const [blank] = context?.pages() ?? []
  if (!context || !blank) throw new Error('Chromium opened no window.')
  await takeCensus(context)
  await takeReports(context)
  return {
    ...bus,
    context,
    blank,
    push: await postman(blank),
    stop: async () => {
      await end()
      stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
