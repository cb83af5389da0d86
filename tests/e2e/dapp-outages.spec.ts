import { pino } from 'pino'
import { expect, type Locator, type Page } from 'playwright/test'
import { type RunningRelay, startRelay } from '#server/sandbox/relay.ts'
import { type RunningApp, startApp } from './server.ts'
import { test } from './signedin.ts'
import { ask, connectTestnet, dialogs, openTestnet, press, tab } from './testnet.ts'

/** A relay that can be restarted alone: it comes back with nothing. */
const openRelay = (port = 0) => startRelay({ port, log: pino({ level: 'silent' }) })

/** A server of its own, with the TestNet page in it: one step kills it. */
const start = ({ url }: RunningRelay, from?: RunningApp): Promise<RunningApp> =>
  startApp({
    dist: process.env.E2E_DIST ?? 'dist',
    env: { WC_RELAY_URL: url },
    ...(from && { dataDir: from.dataDir, port: from.port }),
  })

let running: RunningApp | undefined
let relay: RunningRelay | undefined
test.afterAll(async () => {
  await running?.stop()
  await relay?.stop()
})

/** A page whose server is gone, though the browser is online: it says so, and nothing can be done. */
const saysHowOld = async (page: Page, dialog: Locator): Promise<void> => {
  await expect(page.getByText('No connection. Showing saved data.')).toBeVisible({ timeout: 5000 })
  await expect(dialog.getByRole('status')).toHaveText('No connection.')
  for (const name of ['Confirm', 'Cancel']) {
    const button = dialog.getByRole('button', { name })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription('Needs a connection.')
    await button.focus()
    await expect(button).toBeFocused()
  }
  await expect(page.getByText(/^Saved data as of \d\d:\d\d$/)).toBeVisible()
}

test('requests outlive a relay and a server that are gone for a while', async ({ browser, signedIn }) => {
  const firstRelay = await openRelay()
  relay = firstRelay
  const app = await start(firstRelay)
  running = app
  const { page } = await signedIn({ wallet: 'Harbour Fund', verified: true, base: app.url, path: '' })
  // What this connection says is lost on the way from now on, without a word.
  let drop = () => undefined as unknown
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer()
    let isDropped = false
    socket.onMessage((message) => isDropped || server.send(message))
    server.onMessage((message) => isDropped || socket.send(message))
    drop = () => {
      isDropped = true
    }
  })
  await page.clock.install()
  await page.goto(`${app.url}/wallets`)
  const { sign } = dialogs(page)
  const testnet = await openTestnet(browser, app.url)

  await test.step('a request outlives its relay', async () => {
    await connectTestnet(page, testnet)
    await press(testnet, 'Personal sign')
    await expect(sign).toBeVisible()
    await firstRelay.stop()
    relay = await openRelay(firstRelay.port)
    await sign.getByRole('button', { name: 'Confirm' }).click()
    await expect(sign).toBeHidden()
    await expect(ask(testnet, 'Personal sign')).toContainText('(the account)', { timeout: 30_000 })
  })

  await test.step('a server that hangs is told within five seconds of the page, and when it is back', async () => {
    await press(testnet, 'Personal sign')
    await expect(sign).toBeVisible()
    app.hang()
    await page.clock.runFor(5000)
    await saysHowOld(page, sign)
    app.goOn()
    await expect(page.getByText('No connection. Showing saved data.')).toBeHidden()
  })

  await test.step('a connection that was dropped without a word is replaced', async () => {
    drop()
    await page.clock.runFor(5000)
    await saysHowOld(page, sign)
    await page.clock.runFor(15_000)
    await expect(page.getByText('No connection. Showing saved data.')).toBeHidden()
    await sign.getByRole('button', { name: 'Confirm' }).click()
    await expect(sign).toBeHidden()
    await expect(ask(testnet, 'Personal sign')).toContainText('(the account)', { timeout: 30_000 })
  })

  await test.step('a request outlives a server that is killed, and its relay with it', async () => {
    await press(testnet, 'Personal sign')
    await expect(sign).toBeVisible()
    await app.kill()
    await relay?.stop()
    await saysHowOld(page, sign)
    relay = await openRelay(firstRelay.port)
    running = await start(relay, app)
    await page.reload()
    await tab(page, 'Requests')
    await page.getByRole('link', { name: 'Review personal_sign' }).click()
    await sign.getByRole('button', { name: 'Confirm' }).click()
    await expect(sign).toBeHidden()
    await expect(ask(testnet, 'Personal sign')).toContainText('(the account)', { timeout: 30_000 })
  })

  await testnet.context().close()
})
