import { expect, type Request } from 'playwright/test'
import { faultsInBothThemes } from './axe.ts'
import { hold } from './hold.ts'
import { test } from './signedin.ts'
import {
  colored,
  connectTestnet,
  dialogs,
  freshLink,
  openTestnet,
  pasteLink,
  row,
  state,
  tab,
} from './testnet.ts'

test('either side ends a connection', async ({ browser, signedIn }) => {
  const { page } = await signedIn({ wallet: 'Harbour Fund', verified: true })
  const { proposal } = dialogs(page)
  const testnet = await openTestnet(browser)
  await connectTestnet(page, testnet)

  await test.step('the app offers itself once, whether it is taken or not', async () => {
    const offer = () =>
      page.evaluate(() => {
        const prompt = async () => {
          document.title = 'installing'
          return { outcome: 'dismissed' }
        }
        dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
      })
    const card = page.getByRole('region', { name: 'Install Countersign' })
    await offer()
    await card.getByRole('button', { name: 'Install' }).click()
    await expect(page).toHaveTitle('installing')
    await expect(card).toBeHidden()
    await offer()
    await card.getByRole('button', { name: 'Close' }).click()
    await expect(card).toBeHidden()
    await offer()
    await expect(card).toBeHidden()
  })

  await test.step('either side ends the connection', async () => {
    await tab(page, 'DApps')
    await page.getByRole('button', { name: 'Disconnect Countersign TestNet' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Disconnect' })
    await expect(dialog).toContainText(
      'Are you sure you want to disconnect? You may lose site functionality.',
    )
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await expect(state(testnet)).toHaveText('The wallet is connected.')
    await page.getByRole('button', { name: 'Disconnect Countersign TestNet' }).click()
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
    await expect(proposal).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(proposal).toBeHidden()

    // Answered from the inbox, which stays open below.
    await expect(page).toHaveTitle('(1) Countersign')
    const calls: string[] = []
    const note = (request: Request) => calls.push(request.url())
    page.on('request', note)
    await page.getByRole('button', { name: 'Inbox, 1 waiting for you' }).click()
    const inbox = page.getByRole('dialog', { name: 'Waiting for you' })
    const waits = inbox.getByRole('button', { name: /Countersign TestNet wants to connect/ })
    await expect(waits).toBeFocused()
    await expect(waits).toContainText(/\d+ min left/)
    await expect(waits).toContainText('Harbour Fund')
    expect(calls.filter((url) => url.includes('/api/') && !url.endsWith('/icon'))).toEqual([])
    page.off('request', note)
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.keyboard.press('Enter')
    await proposal.getByRole('button', { name: 'Approve' }).click()
    await expect(proposal).toBeHidden()
    await expect(inbox.getByText('All Clear')).toBeFocused()
    await expect(inbox).toContainText('Nothing waits for your signature.')
    await page.keyboard.press('Escape')
    await expect(inbox).toBeHidden()
    await expect(page.getByRole('button', { name: 'Inbox', exact: true })).toBeFocused()
    await expect(page).toHaveTitle('Countersign')
    await expect(state(testnet)).toHaveText('The wallet is connected.')
    await page.unroute('**/sessions/*/icon')
    await expect(row(page, /Countersign TestNet.*Connected/)).toHaveCount(1)
    await testnet.getByRole('button', { name: 'Disconnect' }).click()
    await expect(row(page, 'Disconnected')).toHaveCount(2)
  })

  await testnet.context().close()
})
