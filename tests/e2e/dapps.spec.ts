import { pino } from 'pino'
import { type BrowserContext, expect, type Locator, type Page, type Request } from 'playwright/test'
import { type RunningRelay, startRelay } from '#server/sandbox/relay.ts'
import { hearing } from './hearing.ts'
import { hold } from './hold.ts'
import { faucet } from './sandbox.ts'
import { type RunningApp, startApp } from './server.ts'
import { test } from './signedin.ts'
import { ask, connectTestnet, freshLink, pasteLink, press, state } from './testnet.ts'

const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'
const CHAIN = 'redbelly:testnet'

/** A relay that can be restarted alone: it comes back with nothing. */
const openRelay = (port = 0) => startRelay({ port, log: pino({ level: 'silent' }) })

/** A server of its own, with the TestNet page in it: one step kills it. */
const start = ({ url }: RunningRelay, from?: RunningApp): Promise<RunningApp> =>
  startApp({
    dist: process.env.E2E_DIST ?? 'dist',
    env: { WC_RELAY_URL: url },
    ...(from && { dataDir: from.dataDir, port: from.port }),
  })

/** While one answer is under way it says so, and neither can be given. */
const answer = async (dialog: Locator, path: string, name: string, working: string, other: string) => {
  const release = await hold(dialog.page(), path)
  await dialog.getByRole('button', { name, exact: true }).click()
  await expect(dialog.getByRole('button', { name: working, exact: true })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: other, exact: true })).toBeDisabled()
  release()
  await expect(dialog).toBeHidden()
}

const receipt = async (app: RunningApp, hash: string) => {
  const { chains } = (await (await fetch(`${app.url}/sandbox`)).json()) as {
    chains: { blockchain: string; rpc: string }[]
  }
  const rpc = chains.find(({ blockchain }) => blockchain === CHAIN)?.rpc ?? ''
  const reply = await fetch(rpc, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [hash] }),
  })
  return ((await reply.json()) as { result: { status: string; to: string } | null }).result
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })
/** The status of a row is written in its colour: green, yellow or red. */
const colored = (line: Locator, status: string, tone: 'ok' | 'warn' | 'bad') =>
  expect(line.getByText(status, { exact: true })).toHaveClass(new RegExp(`\\btext-${tone}\\b`))

/** Opens the page again where the browser has not been asked about notifications yet. */
const undecided = async (context: BrowserContext, url: string): Promise<Page> => {
  const page = await context.newPage()
  await page.addInitScript(() => {
    let permission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      permission = 'granted'
      document.title = 'asked'
      return 'granted'
    }
  })
  await page.goto(url)
  return page
}

let running: RunningApp | undefined
let relay: RunningRelay | undefined
test.afterAll(async () => {
  await running?.stop()
  await relay?.stop()
})

test('a DApp connects, asks and is answered', async ({ browser, signedIn }) => {
  const firstRelay = await openRelay()
  relay = firstRelay
  const app = await start(firstRelay)
  running = app
  const { page } = await signedIn({ wallet: 'Harbour Fund', base: app.url })
  const context = page.context()
  const outside: string[] = []
  const noteOutside = (request: Request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && !['localhost', '127.0.0.1'].includes(hostname))
      outside.push(request.url())
  }
  context.on('request', noteOutside)
  const proposal = page.getByRole('dialog', { name: 'Countersign TestNet wants to connect' })
  const sign = page.getByRole('dialog', { name: 'Personal sign' })
  const send = page.getByRole('dialog', { name: 'Send transaction' })
  const waiting = page.getByRole('list', { name: 'Waiting for you' })
  const step = (title: string) =>
    page
      .locator('section, div')
      .filter({ has: page.getByRole('heading', { name: title }) })
      .last()

  await test.step('onboarding tells how', async () => {
    await expect(page.getByRole('heading', { name: 'Harbour Fund' })).toBeVisible()
    await expect(page.getByText('$ 0', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Let’s connect your wallet first' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Enable your wallet in the TestNet' })).toBeVisible()
    for (const words of [
      'Open the test network page and press Connect Wallet',
      'Copy the link and return here',
      'Press Connect to..., paste the link and approve the connection request',
    ])
      await expect(step('Let’s connect your wallet first')).toContainText(words)
    await expect(step('Enable your wallet in the TestNet')).toContainText(
      'Complete the identity check (KYC) on the test network page.',
    )
    const link = page.getByRole('link', { name: 'Open the TestNet' })
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('href', `http://127.0.0.1:${app.port + 1}`)
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(page.getByText('Enable desktop notifications')).toBeHidden()
  })

  await test.step('and offers notifications while the browser has not been asked', async () => {
    const other = await undecided(context, `${app.url}/wallets`)
    const offer = other.getByRole('region', { name: 'Enable desktop notifications' })
    await expect(offer).toBeVisible()
    for (const list of ['sessions', 'requests']) {
      const loaded = (path: string) =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes(path))
      await expect.poll(() => other.evaluate(loaded, `/wallet-connect/${list}?walletId=`)).toBe(true)
    }
    expect(await other.title()).not.toBe('asked')
    await offer.getByRole('button', { name: 'Enable' }).click()
    await expect(offer).toBeHidden()
    // This browser has no push service to subscribe at.
    await expect(other.getByText('Push is not available in this browser.')).toBeVisible()
    await other.close()
  })

  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Open the TestNet' }).click()
  const opened = await opening
  await expect(opened).toHaveURL(`http://127.0.0.1:${app.port + 1}/`)
  await opened.close()
  // In a browser of its own: tabs behind others draw once a second.
  const outer = await browser.newContext()
  outer.on('request', noteOutside)
  const testnet = await outer.newPage()
  await testnet.goto(`http://127.0.0.1:${app.port + 1}`)
  const link = await freshLink(testnet)

  await test.step('only a link that can pair is accepted', async () => {
    await testnet.getByRole('button', { name: 'Copy link' }).click()
    await expect(testnet.getByText('Copied!')).toBeVisible()
    expect(await testnet.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await page.bringToFront()
    await page.getByRole('button', { name: 'Connect to...' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect to...' })
    const connect = dialog.getByRole('button', { name: 'Connect', exact: true })
    await connect.click()
    await expect(dialog.getByText('This field is required')).toBeVisible()
    for (const wrong of [
      'hello',
      'http://127.0.0.1',
      link.replace('@2', '@1'),
      link.replace(/symKey=../, 'symKey='),
    ]) {
      await dialog.getByLabel('Link').fill(wrong)
      await connect.click()
      await expect(dialog.getByText('Invalid WalletConnect link')).toBeVisible()
    }
    await dialog.getByLabel('Link').fill(link.replace(/expiryTimestamp=\d+/, 'expiryTimestamp=1700000000'))
    await connect.click()
    await expect(dialog.getByText('This link has expired. Copy a new one.')).toBeVisible()
    await dialog.getByLabel('Link').fill(`  ${link} `)
    const release = await hold(page, '**/sessions/connect')
    await connect.click()
    await expect(dialog.getByRole('button', { name: 'Connected…' })).toBeDisabled()
    release()
    await expect(dialog).toBeHidden()
  })

  await test.step('the proposal shows who asks, and can be put aside', async () => {
    await expect(proposal).toContainText('Countersign TestNet')
    await expect(proposal).toContainText('wants to connect')
    await expect(proposal).toContainText('Complete KYC, sign and send test money on the local chains.')
    await expect(proposal).toContainText(`http://127.0.0.1:${app.port + 1}`)
    const icon = proposal.locator('img').first()
    await expect(icon).toHaveJSProperty('naturalWidth', 64)
    expect(await icon.boundingBox()).toMatchObject({ width: 64, height: 64 })
    const [reject, approve] = [
      await proposal.getByRole('button', { name: 'Reject' }).boundingBox(),
      await proposal.getByRole('button', { name: 'Approve' }).boundingBox(),
    ]
    if (!reject || !approve) throw new Error('The answers are not shown.')
    const room = approve.x + approve.width - reject.x
    for (const { width } of [reject, approve]) {
      expect(width / room).toBeGreaterThanOrEqual(0.46)
      expect(width / room).toBeLessThanOrEqual(0.5)
    }
    expect(approve.y).toBe(reject.y)
    await expect(proposal.getByRole('button', { name: 'Reject' })).toHaveClass(/\bbg-bad-solid\b/)
    await page.keyboard.press('Escape')
    await expect(proposal).toBeHidden()
    await waiting.getByRole('button', { name: 'Connect Countersign TestNet' }).click()
    await expect(proposal).toBeVisible()
    await page.mouse.click(5, 5)
    await expect(proposal).toBeHidden()
    await expect(state(testnet)).toHaveText('Waiting for the wallet…')
  })

  await test.step('a rejected DApp is told, and not listed', async () => {
    await waiting.getByRole('button', { name: 'Connect Countersign TestNet' }).click()
    await answer(proposal, '**/sessions/*/reject', 'Reject', 'Rejected…', 'Approve')
    await expect(state(testnet)).toHaveText('The wallet rejected the connection.')
    await expect(waiting).toBeHidden()
  })

  await test.step('an approved one connects, live in both windows', async () => {
    await pasteLink(page, await freshLink(testnet))
    await expect(proposal.getByRole('button', { name: 'Approve' })).toBeEnabled()
    await answer(proposal, '**/sessions/*/approve', 'Approve', 'Approved…', 'Reject')
    await expect(state(testnet)).toHaveText('The wallet is connected.')
    await expect(step('Let’s connect your wallet first').getByLabel('Done')).toBeVisible()
    await testnet.reload()
    await expect(state(testnet)).toHaveText('The wallet is connected.')
  })

  const account = (await testnet.locator('#account').textContent()) ?? ''

  await test.step('completed KYC opens the whole wallet by itself', async () => {
    await press(testnet, 'KYC')
    await expect(ask(testnet, 'KYC')).toContainText('KYC is complete.')
    await expect(page.getByRole('tab', { name: 'DApps' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Let’s connect your wallet first' })).toBeHidden()
    await faucet({ address: account, blockchain: CHAIN, amount: '10' }, app.url)
    await tab(page, 'DApps')
    for (const name of ['Dapp', 'Action', 'Status'])
      await expect(page.getByRole('columnheader', { name })).toBeVisible()
    await expect(row(page, 'Countersign TestNet')).toHaveCount(1)
    const listed = row(page, 'Countersign TestNet')
    await expect(listed).toContainText('Complete KYC, sign and send test money on the local chains.')
    await expect(listed.locator('img')).toHaveJSProperty('naturalWidth', 64)
    await colored(listed, 'Connected', 'ok')
    await tab(page, 'Requests')
    await expect(page.getByText('No Requests')).toBeVisible()
    await expect(page.getByText('You dont have any requests.')).toBeVisible()
  })

  await test.step('a canceled signature is refused, a confirmed one is the wallet’s', async () => {
    await ask(testnet, 'Personal sign').getByLabel('Message').fill('Prüfung €')
    await press(testnet, 'Personal sign')
    await expect(sign).toContainText('0x5072c3bc66756e6720e282ac')
    await expect(sign).toContainText(account.slice(-4))
    await answer(sign, '**/requests/*/cancel', 'Cancel', 'Canceled…', 'Confirm')
    await expect(ask(testnet, 'Personal sign')).toContainText('The wallet rejected the request.')
    await colored(row(page, 'personal_sign'), 'Rejected', 'bad')

    await press(testnet, 'Personal sign')
    await expect(sign).toBeVisible()
    await page.keyboard.press('Escape')
    for (const name of ['Method', 'Action', 'Status'])
      await expect(page.getByRole('columnheader', { name })).toBeVisible()
    await expect(row(page, 'Pending')).toHaveCount(1)
    await colored(row(page, 'Pending'), 'Pending', 'warn')
    await expect(page.getByRole('link', { name: /Review/ })).toHaveCount(1)
    await row(page, 'Pending').getByRole('link', { name: 'Review personal_sign' }).click()
    await expect(sign.getByRole('button', { name: 'Confirm' })).toBeEnabled()
    await answer(sign, '**/requests/*/confirm', 'Confirm', 'Confirmed…', 'Cancel')
    await expect(ask(testnet, 'Personal sign')).toContainText(`Recovered address ${account} (the account)`)
    await expect(page.getByRole('link', { name: /Review/ })).toHaveCount(0)
  })

  await test.step('a confirmed transaction is mined', async () => {
    const form = ask(testnet, 'Send transaction')
    await form.getByLabel('To').fill(RECIPIENT)
    await form.getByLabel('Value').fill('0.25')
    await form.getByLabel('Data').fill('0xc0ffee')
    await press(testnet, 'Send transaction')
    await expect(send).toContainText('0.25 RBNT')
    await expect(send).toContainText('0xc0ffee')
    await expect(send).toContainText('3 bytes')
    await expect(send).toContainText(account.slice(-4))
    expect((await send.textContent())?.replaceAll(/\s/g, '')).toContain(RECIPIENT)
    await page.keyboard.press('Escape')
    await row(page, 'Pending').getByRole('link', { name: 'Review eth_sendTransaction' }).click()
    await answer(send, '**/requests/*/confirm', 'Confirm', 'Confirmed…', 'Cancel')
    await expect(form).toContainText(/Hash 0x[0-9a-f]{64}/, { timeout: 20_000 })
    const hash = /0x[0-9a-f]{64}/.exec((await form.textContent()) ?? '')?.[0] ?? ''
    await expect.poll(() => receipt(app, hash)).toMatchObject({ status: '0x1', to: RECIPIENT.toLowerCase() })
    await colored(row(page, 'eth_sendTransaction'), 'Executed', 'ok')
  })

  await test.step('another method opens nothing by itself, and is not available', async () => {
    await press(testnet, 'Sign typed data')
    await row(page, 'eth_signTypedData_v4')
      .getByRole('link', { name: /Review/ })
      .click()
    await expect(page.getByText('This operation is not available!')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('requests queue; what is settled elsewhere goes away', async () => {
    const second = await context.newPage()
    await Promise.all([hearing(second), second.goto(`${app.url}/wallets?tab=requests`)])
    await expect(second.getByRole('table', { name: 'Requests' })).toBeVisible()
    await press(testnet, 'Personal sign')
    await expect(sign).toBeVisible()
    await press(testnet, 'Send transaction')
    const elsewhere = second.getByRole('dialog', { name: 'Personal sign' })
    await expect(elsewhere).toBeVisible()
    await expect(row(page, 'Pending')).toHaveCount(3)
    await expect(send).toBeHidden()
    await elsewhere.getByRole('button', { name: 'Cancel' }).click()
    await expect(sign).toBeHidden()
    await expect(send).toBeVisible()
    await second.close()
  })

  await test.step('an answer that fails says why on top, and can be given again', async () => {
    const message = 'The relay cannot be reached'
    const refuse = { status: 502, json: { name: 'ProviderError', message } }
    await page.route('**/requests/*/cancel', (route) => route.fulfill(refuse), { times: 1 })
    await send.getByRole('button', { name: 'Cancel' }).click()
    const failure = page.getByRole('alertdialog', { name: 'Request error' })
    await expect(failure).toContainText(message)
    await failure.getByRole('button', { name: 'Close' }).click()
    await expect(failure).toBeHidden()
    await expect(send).toBeVisible()
    await answer(send, '**/requests/*/cancel', 'Cancel', 'Canceled…', 'Confirm')
    await expect(ask(testnet, 'Send transaction')).toContainText('The wallet rejected the request.')
  })

  await test.step('either side ends the connection', async () => {
    await tab(page, 'DApps')
    await page.getByRole('button', { name: 'Disconnect Countersign TestNet' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Disconnect' })
    await expect(dialog).toContainText(
      'Are you sure you want to disconnect? You may lose site functionality.',
    )
    const release = await hold(page, '**/sessions/*/disconnect')
    await dialog.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Disconnected', exact: true })).toBeDisabled()
    release()
    await expect(dialog).toBeHidden()
    await expect(state(testnet)).toHaveText('The wallet disconnected.')
    await expect(row(page, 'Disconnected')).toHaveCount(1)
    await colored(row(page, 'Disconnected'), 'Disconnected', 'bad')
    await expect(page.getByRole('button', { name: 'Disconnect Countersign TestNet' })).toBeHidden()

    // This one has no icon.
    await page.route('**/sessions/*/icon', (route) => route.fulfill({ status: 404 }))
    await pasteLink(page, await freshLink(testnet))
    await expect(proposal.locator('img')).toHaveCount(0)
    await page.keyboard.press('Escape')
    const proposed = row(page, 'Pending approval')
    await colored(proposed, 'Pending approval', 'warn')
    await proposed.getByRole('button', { name: 'Connect Countersign TestNet' }).click()
    await proposal.getByRole('button', { name: 'Approve' }).click()
    await expect(proposal).toBeHidden()
    await expect(state(testnet)).toHaveText('The wallet is connected.')
    await page.unroute('**/sessions/*/icon')
    await expect(row(page, /Countersign TestNet.*Connected/)).toHaveCount(1)
    await testnet.getByRole('button', { name: 'Disconnect' }).click()
    await expect(row(page, 'Disconnected')).toHaveCount(2)
  })

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

  await test.step('a request outlives a server that is killed, and its relay with it', async () => {
    await press(testnet, 'Personal sign')
    await expect(sign).toBeVisible()
    await app.kill()
    await relay?.stop()
    relay = await openRelay(firstRelay.port)
    running = await start(relay, app)
    await page.reload()
    await tab(page, 'Requests')
    await page.getByRole('link', { name: 'Review personal_sign' }).click()
    await sign.getByRole('button', { name: 'Confirm' }).click()
    await expect(sign).toBeHidden()
    await expect(ask(testnet, 'Personal sign')).toContainText('(the account)', { timeout: 30_000 })
  })

  await test.step('a flood of requests is ended at once', async () => {
    const pending = async () => {
      const path = `${app.url}/api/v1/wallet-connect/requests?status=pending`
      return ((await (await context.request.get(path)).json()) as { total: number }).total
    }
    for (const count of [1, 2, 3]) {
      await testnet.reload()
      await expect(state(testnet)).toHaveText('The wallet is connected.')
      await press(testnet, 'Personal sign')
      await expect.poll(pending).toBe(count)
    }
    await sign.getByRole('button', { name: 'Disconnect and reject all' }).click()
    await expect(sign).toBeHidden()
    await expect(state(testnet)).toHaveText('The wallet disconnected.')
    expect(await pending()).toBe(0)
  })

  await test.step('a wallet without DApps says so', async () => {
    await page.getByRole('button', { name: /^Harbour Fund/ }).click()
    await page.getByRole('menuitem', { name: 'Add a New Wallet' }).click()
    await page.getByLabel('Wallet name').fill('Second Wallet')
    await page.getByRole('button', { name: 'Create a new wallet' }).click()
    await tab(page, 'DApps')
    await expect(page.getByText('No DApps')).toBeVisible()
    await expect(page.getByText('Second Wallet is not connected to any DApps or services.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
    await page.getByRole('button', { name: 'Connect to...' }).click()
    await expect(page.getByRole('dialog', { name: 'Connect to...' })).toBeVisible()
  })

  expect(outside).toEqual([])
  await outer.close()
})
