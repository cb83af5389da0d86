import { expect, type Locator } from 'playwright/test'
import { hold } from './hold.ts'
import { reach } from './keyboard.ts'
import { appUrl, askNode } from './sandbox.ts'
import { test } from './signedin.ts'
import { socketLoggedIn } from './socketlogin.ts'
import {
  answer,
  ask,
  colored,
  connectTestnet,
  dialogs,
  openTestnet,
  outsideOf,
  press,
  row,
  state,
  tab,
} from './testnet.ts'

const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'
const CHAIN = 'redbelly:testnet'

const receipt = (hash: string) =>
  askNode<{ status: string; to: string } | null>(CHAIN, 'eth_getTransactionReceipt', [hash])

/** Where its answers stand once it has come in, and how tall it is. */
const answers = async (dialog: Locator) => {
  const panel = dialog.locator('.dialog-panel')
  await expect(panel).not.toHaveAttribute('data-transition')
  const at = await dialog.getByRole('button', { name: 'Confirm' }).boundingBox()
  return { at, height: await panel.evaluate(({ scrollHeight }) => scrollHeight) }
}

test('a DApp asks and is answered', async ({ browser, signedIn }) => {
  const { page, wallet } = await signedIn({ wallet: 'Harbour Fund', coins: '10' })
  const context = page.context()
  const { sign, send } = dialogs(page)
  const testnet = await openTestnet(browser)
  const outside = outsideOf(context, testnet.context())
  await connectTestnet(page, testnet)
  const account = wallet.address
  await tab(page, 'Requests')

  await test.step('a canceled signature is refused, a confirmed one is the wallet’s', async () => {
    await ask(testnet, 'Personal sign').getByLabel('Message').fill('Prüfung €')
    await press(testnet, 'Personal sign')
    await expect(sign).toContainText('0x5072c3bc66756e6720e282ac')
    await expect(sign).toContainText(account.slice(-4))
    await answer(sign, '**/requests/*/cancel', ['Cancel', 'Canceled…'], 'Confirm')
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
    const review = await reach(page, 'link', 'Review personal_sign')
    await page.keyboard.press('Enter')
    await expect(sign).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sign).toBeHidden()
    await expect(review).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(sign.getByRole('button', { name: 'Confirm' })).toBeEnabled()
    await reach(page, 'button', 'Confirm')
    await answer(sign, '**/requests/*/confirm', ['Confirm', 'Confirmed…'], 'Cancel')
    await expect(ask(testnet, 'Personal sign')).toContainText(`Recovered address ${account} (the account)`)
    await expect(page.getByRole('link', { name: /Review/ })).toHaveCount(0)
  })

  await test.step('a confirmed transaction is mined', async () => {
    const form = ask(testnet, 'Send transaction')
    await form.getByLabel('To').fill(RECIPIENT)
    await form.getByLabel('Value').fill('0.25')
    await form.getByLabel('Data').fill('0xc0ffee')
    const quoted = await hold(page, '**/requests/*/quote')
    await press(testnet, 'Send transaction')
    await expect(send).toContainText('FeeCounting…')
    const opened = await answers(send)
    quoted()
    await expect(send).toContainText(/from 10 to/)
    expect(await answers(send)).toEqual(opened)
    await send.getByRole('button', { name: '0.25 RBNT' }).click()
    await expect(send.locator('[popover]:popover-open')).toHaveText('0x3782dace9d90000')
    await page.keyboard.press('Escape')
    await expect(send.locator('[popover]:popover-open')).toHaveCount(0)
    await expect(send).toContainText('0xc0ffee')
    await expect(send).toContainText('3 bytes')
    await expect(send).toContainText(/FeeAt most \$ 0\.010\.\d+ RBNT.*Network fee at most0\.\d+ RBNT/)
    await expect(send).toContainText(/from 10 to 9\.7\d* RBNT/)
    await expect(send).toContainText(account.slice(-4))
    expect((await send.textContent())?.replaceAll(/\s/g, '')).toContain(RECIPIENT)
    await send.getByText('Technical details').click()
    await expect(send.getByText('3 bytes')).toBeHidden()
    await page.keyboard.press('Escape')
    await row(page, 'Pending').getByRole('link', { name: 'Review eth_sendTransaction' }).click()
    await answer(send, '**/requests/*/confirm', ['Confirm', 'Confirmed…'], 'Cancel')
    const toast = page.getByRole('status').filter({ hasText: 'The transaction is on its way.' })
    await expect(toast.getByRole('button', { name: 'View' })).toBeVisible()
    await expect(form).toContainText(/Hash 0x[0-9a-f]{64}/, { timeout: 20_000 })
    const hash = /0x[0-9a-f]{64}/.exec((await form.textContent()) ?? '')?.[0] ?? ''
    await expect.poll(() => receipt(hash)).toMatchObject({ status: '0x1', to: RECIPIENT.toLowerCase() })
    await colored(row(page, 'eth_sendTransaction'), 'Executed', 'ok')
  })

  await test.step('another method opens nothing by itself, and is not available', async () => {
    await press(testnet, 'Sign typed data')
    await row(page, 'eth_signTypedData_v4')
      .getByRole('link', { name: /Review/ })
      .click()
    await expect(page.getByText('This operation is not available!')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const listed = row(page, 'eth_signTypedData_v4')
    await listed.getByRole('button', { name: 'Reject eth_signTypedData_v4' }).click()
    await colored(listed, 'Rejected', 'bad')
    await expect(ask(testnet, 'Sign typed data')).toContainText('The wallet rejected the request.')
  })

  await test.step('requests queue; what is settled elsewhere goes away', async () => {
    const second = await context.newPage()
    await Promise.all([socketLoggedIn(second), second.goto(`${appUrl()}/wallets?tab=requests`)])
    await expect(second.getByRole('table', { name: 'Requests' })).toBeVisible()
    await press(testnet, 'Personal sign')
    await expect(sign).toBeVisible()
    const quoted = await hold(page, '**/requests/*/quote', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), available: '0' } })
    })
    await press(testnet, 'Send transaction')
    const elsewhere = second.getByRole('dialog', { name: 'Personal sign' })
    await expect(elsewhere).toBeVisible()
    await expect(row(page, 'Pending')).toHaveCount(2)
    await expect(send).toBeHidden()
    await elsewhere.getByRole('button', { name: 'Cancel' }).click()
    await expect(sign).toBeHidden()
    await expect(send).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 1000 })
    const { at, height } = await answers(send)
    // In a window with room for all of it they end the dialog, and lie on nothing that is asked.
    const under = await send.locator('.dialog-panel').evaluate((card) => {
      const foot = card.querySelector('.dialog-foot')?.getBoundingClientRect()
      return card.getBoundingClientRect().bottom - (foot?.bottom ?? 0)
    })
    expect(under).toBe(0)
    quoted()
    // What nobody could foresee has no place yet, and takes that of the answers from nobody.
    await expect(send.getByRole('alert')).toBeVisible()
    const grown = await answers(send)
    expect(grown.height).toBeGreaterThan(height)
    expect(grown.at).toEqual(at)
    await second.close()
  })

  await test.step('an answer that fails says why on top, and can be given again', async () => {
    const message = 'The relay cannot be reached'
    const refuse = { status: 502, json: { name: 'ProviderError', message } }
    await page.route('**/requests/*/cancel', (route) => route.fulfill(refuse), { times: 1 })
    await expect(send).toContainText(/Fee(?!Counting)/)
    await send.getByRole('button', { name: 'Cancel' }).click()
    const failure = page.getByRole('alertdialog', { name: 'Request error' })
    await expect(failure).toContainText(message)
    await failure.getByRole('button', { name: 'Close' }).click()
    await expect(failure).toBeHidden()
    await expect(send).toBeVisible()
    await answer(send, '**/requests/*/cancel', ['Cancel', 'Canceled…'], 'Confirm')
    await expect(ask(testnet, 'Send transaction')).toContainText('The wallet rejected the request.')
  })

  await test.step('a flood of requests is ended at once', async () => {
    const pending = async () => {
      const path = `${appUrl()}/api/v1/wallet-connect/requests?status=pending`
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
    await expect.poll(pending).toBe(0)
  })

  expect(outside).toEqual([])
  await testnet.context().close()
})
