import { type BrowserContext, expect, type Page } from 'playwright/test'
import { hold } from './hold.ts'
import { appUrl } from './sandbox.ts'
import { test } from './signedin.ts'
import {
  answer,
  ask,
  colored,
  dialogs,
  freshLink,
  openTestnet,
  outsideOf,
  pasteLink,
  press,
  row,
  state,
  tab,
  testnetUrl,
} from './testnet.ts'

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

test('a DApp connects', async ({ browser, signedIn }) => {
  const { page } = await signedIn({ wallet: 'Harbour Fund' })
  const context = page.context()
  const url = testnetUrl()
  const { proposal } = dialogs(page)
  const waiting = page.getByRole('list', { name: 'Waiting for you' })
  const step = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })

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
    await expect(link).toHaveAttribute('href', url)
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(page.getByText('Enable desktop notifications')).toBeHidden()
  })

  await test.step('and offers notifications while the browser has not been asked', async () => {
    const other = await undecided(context, `${appUrl()}/wallets`)
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
    await other.close()
    const later = await undecided(context, `${appUrl()}/wallets`)
    await later
      .getByRole('region', { name: 'Enable desktop notifications' })
      .getByRole('button', { name: 'Close' })
      .click()
    await expect(later.getByRole('region', { name: 'Enable desktop notifications' })).toBeHidden()
    await later.close()
  })

  const testnet = await openTestnet(browser)
  const outside = outsideOf(context, testnet.context())
  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Open the TestNet' }).click()
  const opened = await opening
  await expect(opened).toHaveURL(`${url}/`)
  await opened.close()
  const link = await freshLink(testnet)

  await test.step('only a link that can pair is accepted', async () => {
    await testnet.getByRole('button', { name: 'Copy link' }).click()
    await expect(testnet.getByText('Copied!')).toBeVisible()
    await expect.poll(() => testnet.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await page.bringToFront()
    // Whoever was on the TestNet has the next press at hand.
    await step('Let’s connect your wallet first').getByRole('button', { name: 'Connect to...' }).click()
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
    await expect(proposal).toContainText(url)
    const icon = proposal.locator('img').first()
    await expect(icon).toHaveJSProperty('naturalWidth', 64)
    // Once the dialog has come in.
    await expect.poll(() => icon.boundingBox()).toMatchObject({ width: 64, height: 64 })
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
    const told = page.getByText('The connection was rejected.').waitFor()
    await answer(proposal, '**/sessions/*/reject', ['Reject', 'Rejected…'], 'Approve')
    await told
    await expect(state(testnet)).toHaveText('The wallet rejected the connection.')
    await expect(waiting).toBeHidden()
  })

  await test.step('an approved one connects, live in both windows', async () => {
    await pasteLink(page, await freshLink(testnet))
    await expect(proposal.getByRole('button', { name: 'Approve' })).toBeEnabled()
    await answer(proposal, '**/sessions/*/approve', ['Approve', 'Approved…'], 'Reject')
    await expect(state(testnet)).toHaveText('The wallet is connected.')
    await expect(step('Let’s connect your wallet first').getByLabel('Done')).toBeVisible()
    await testnet.reload()
    await expect(state(testnet)).toHaveText('The wallet is connected.')
  })

  await test.step('what it asks before KYC waits in view', async () => {
    const { sign, send } = dialogs(page)
    await ask(testnet, 'Personal sign').getByLabel('Message').fill('x'.repeat(60))
    await press(testnet, 'Personal sign')
    await expect(sign).toBeVisible()
    await page.keyboard.press('Escape')
    await waiting.getByRole('button', { name: 'Review personal_sign' }).click()
    await sign.getByText('Show all').click()
    await expect(sign.getByRole('region', { name: 'All data' })).toHaveText(`0x${'78'.repeat(60)}`)
    await sign.getByRole('button', { name: 'Cancel' }).click()
    await expect(sign).toBeHidden()
    const form = ask(testnet, 'Send transaction')
    await form.getByLabel('To').fill(`0x${'1'.repeat(40)}`)
    await form.getByLabel('Value').fill('0.25')
    await press(testnet, 'Send transaction')
    await expect(send).toBeVisible()
    await page.keyboard.press('Escape')
    await waiting.getByRole('button', { name: 'Review eth_sendTransaction' }).click()
    // What it costs is known: nothing moves any more.
    await expect(send).toContainText('Not enough funds')
    await send.getByRole('button', { name: 'Cancel' }).click()
    await expect(waiting).toBeHidden()
  })

  await test.step('completed KYC opens the whole wallet by itself', async () => {
    await press(testnet, 'KYC')
    await expect(ask(testnet, 'KYC')).toContainText('KYC is complete.')
    await expect(page.getByRole('tab', { name: 'DApps' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Let’s connect your wallet first' })).toBeHidden()
    await tab(page, 'DApps')
    for (const name of ['Dapp', 'Action', 'Status'])
      await expect(page.getByRole('columnheader', { name })).toBeVisible()
    await expect(row(page, 'Countersign TestNet')).toHaveCount(1)
    const listed = row(page, 'Countersign TestNet')
    await expect(listed).toContainText('Complete KYC, sign and send test money on the local chains.')
    await expect(listed.locator('img')).toHaveJSProperty('naturalWidth', 64)
    await colored(listed, 'Connected', 'ok')
    await tab(page, 'Requests')
    await expect(row(page, 'Rejected')).toHaveCount(2)
  })

  await test.step('a wallet without DApps says so', async () => {
    await page.getByRole('button', { name: /^Harbour Fund/ }).click()
    await page.getByRole('menuitem', { name: 'Add a New Wallet' }).click()
    const panel = page.getByRole('dialog', { name: 'Create a New Wallet' })
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect(panel).toBeHidden()
    await page.getByRole('button', { name: /^Harbour Fund/ }).click()
    await page.getByRole('menuitem', { name: 'Add a New Wallet' }).click()
    await page.getByLabel('Wallet name').fill('Second Wallet')
    await page.getByRole('button', { name: 'Create a new wallet' }).click()
    await tab(page, 'Requests')
    await expect(page.getByText('No Requests')).toBeVisible()
    await expect(page.getByText('You dont have any requests.')).toBeVisible()
    await tab(page, 'DApps')
    await expect(page.getByText('No DApps')).toBeVisible()
    await expect(page.getByText('Second Wallet is not connected to any DApps or services.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
    await page.getByRole('button', { name: 'Connect to...' }).click()
    const connect = page.getByRole('dialog', { name: 'Connect to...' })
    await connect.getByRole('button', { name: 'Close' }).click()
    await expect(connect).toBeHidden()
    await page.getByRole('button', { name: 'Show steps' }).click()
    const steps = page.getByRole('dialog').filter({ hasText: 'Open the test network page' })
    await steps.getByRole('button', { name: 'Close' }).click()
    await expect(steps).toBeHidden()
  })

  expect(outside).toEqual([])
  await testnet.context().close()
})
