import { expect, type Page } from 'playwright/test'
import {
  approveTransaction,
  getApprovalMessage,
  listApprovals,
  signApproval,
} from '#contract/endpoints/guardian.ts'
import { axeFaults } from './axe.ts'
import { shoot, turnOn } from './guardian.ts'
import { installed, launch } from './launch.ts'
import { secret } from './logs.ts'
import { acceptInvites, enrol, openWallet } from './member.ts'
import { createWallet, enterCode, enterEmail, newEmail, signUp } from './person.ts'
import { appUrl, signInCode } from './sandbox.ts'
import { DESKTOP, PHONE, test } from './signedin.ts'
import { ask, openTestnet, press, state, testnetUrl } from './testnet.ts'

const views = [
  { name: 'desktop', viewport: DESKTOP },
  { name: 'phone', viewport: PHONE },
]

const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'

const stepOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
const nextOf = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Then, if you like' }).getByRole('listitem').filter({ hasText: title })

/** Says yes to what waits for him. */
const approveAll = async ({ client, wallet }: Awaited<ReturnType<typeof guardian>>) => {
  const { items } = await client.ok(listApprovals, { query: {} })
  for (const { txId } of items.filter(({ status }) => status === 'pending')) {
    const params = { txId }
    const text = await client.ok(getApprovalMessage, { params })
    const { signature } = await client.ok(signApproval, { params, body: { ...text, walletId: wallet.id } })
    const { nonce, timestamp } = text
    await client.ok(approveTransaction, { params, body: { nonce, timestamp, signature } })
  }
}

/** Nothing on the page is to be pressed before the others but this. */
const expectPrimary = async (page: Page, name: string | RegExp) => {
  const primary = page.locator('main .bg-accent:is(button, a):not([role=switch]):visible')
  await expect(primary).toHaveCount(1)
  await expect(primary).toHaveAccessibleName(name)
}

const guardian = async (name: string) => {
  const member = await enrol(newEmail(name))
  return { ...member, wallet: await openWallet(member, 'Own Wallet') }
}

for (const { name, viewport } of views) {
  test(`a newcomer is led to his first protected transfer (${name})`, async ({ browser }) => {
    test.skip(!process.env.DEEP && name === 'desktop', 'walk.spec.ts walks on a desktop')
    const [tomas, ines] = await Promise.all([guardian('tomas'), guardian('ines')])
    const context = await browser.newContext({ viewport })
    const page = await context.newPage()
    await signUp(page)
    await createWallet(page, 'Harbour Fund')
    const connect = stepOf(page, 'Let’s connect your wallet first')
    const enable = stepOf(page, 'Enable your wallet in the TestNet')
    const seal = page.getByText('One signature so far')

    await test.step('one step is open, the other folded', async () => {
      await expect(connect).toHaveAttribute('aria-current', 'step')
      await expect(enable).not.toHaveAttribute('aria-current', 'step')
      await expect(enable.getByText('Identity check', { exact: true })).toBeHidden()
      if (name === 'desktop') await expect(seal).toBeVisible()
      else await expect(seal).toBeHidden()
      await expectPrimary(page, 'Open the TestNet')
      expect(await axeFaults(page)).toEqual([])
      await shoot(page, `start-step1-${name}`)
    })

    const testnet = await openTestnet(browser)
    await test.step('the TestNet hands its link back, which is filled in and connects nothing', async () => {
      const [, opened] = await Promise.all([
        connect.getByRole('link', { name: 'Open the TestNet' }).click(),
        context.waitForEvent('page'),
      ])
      await opened.close()
      await expectPrimary(page, 'Connect to...')
      await testnet.getByRole('button', { name: 'Connect Wallet' }).click()
      const back = testnet.getByRole('link', { name: 'Open in Countersign' })
      await expect(back).toBeFocused()
      const href = (await back.getAttribute('href')) ?? ''
      expect(href).toMatch(/\/wallets#connect=wc%3A/)
      const calls: string[] = []
      page.on('request', (request) => calls.push(request.url()))
      await page.goto(href)
      const dialog = page.getByRole('dialog', { name: 'Connect to...' })
      await expect(dialog.getByLabel('Link')).toHaveValue(/^wc:/)
      expect(new URL(page.url()).hash).toBe('')
      expect(calls.filter((url) => url.includes('/connect'))).toEqual([])
      await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
      const proposal = page.getByRole('dialog', { name: 'Countersign TestNet wants to connect' })
      await proposal.getByRole('button', { name: 'Approve' }).click()
      await expect(state(testnet)).toHaveText('The wallet is connected.')
    })

    await test.step('the first step folds, the second opens', async () => {
      await expect(connect.getByLabel('Done')).toBeVisible()
      await expect(enable).toHaveAttribute('aria-current', 'step')
      await expect(enable.getByText('Identity check', { exact: true })).toBeVisible()
      await expect(connect.getByText('Copy the link and return here')).toBeHidden()
      await expectPrimary(page, 'Open the TestNet')
      await shoot(page, `start-step2-${name}`)
      await press(testnet, 'KYC')
      await expect(ask(testnet, 'KYC')).toContainText('KYC is complete.')
    })

    await test.step('gets test money', async () => {
      await expect(page.getByRole('tab', { name: 'Assets' })).toBeVisible()
      if (name === 'desktop') await expect(page.getByText('Send and Receive are open')).toBeVisible()
      await expectPrimary(page, 'Get test money')
      expect(await axeFaults(page)).toEqual([])
      await shoot(page, `start-optional-${name}`)
      const row = nextOf(page, 'Get test money')
      await row.getByRole('button').click()
      await expect(row.getByLabel('Done')).toBeVisible()
      await expect(row).toBeFocused()
      await expect(row).toContainText(/100 RBNT arrived \d\d:\d\d/)
    })

    await test.step('invites a Guardian, once approval is on', async () => {
      await nextOf(page, 'Invite a Guardian').getByRole('button').click()
      await expect(page.getByText('Turn on to add Guardians.')).toBeVisible()
      await expect(page.getByRole('tab', { name: 'Guardians' })).toBeFocused()
      await turnOn(page)
      await nextOf(page, 'Invite a Guardian').getByRole('button').click()
      const panel = page.getByRole('dialog', { name: 'Invite a Guardian' })
      await panel.getByLabel('Email').fill(tomas.email)
      await panel.getByRole('button', { name: 'Send invite' }).click()
      await expect(nextOf(page, 'Invite a Guardian').getByLabel('Done')).toBeVisible()
      await expect(nextOf(page, 'Make your first protected transfer')).toContainText(
        'Waits for your Guardian to accept',
      )
      await page.getByRole('button', { name: 'Add Guardian' }).click()
      await panel.getByLabel('Email').fill(ines.email)
      await panel.getByRole('button', { name: 'Send invite' }).click()
      await expect(page.getByText('0 Active, 2 Pending')).toBeVisible()
      await acceptInvites(tomas, tomas.wallet)
      await acceptInvites(ines, ines.wallet)
      await expect(page.getByText('Protected · 1 of 2 Guardians must approve')).toBeVisible()
      await expectPrimary(page, 'Send Make your first protected transfer')
    })

    await test.step('sends it, and sees it countersigned', async () => {
      const row = nextOf(page, 'Make your first protected transfer')
      await row.getByRole('button').click()
      const form = page.getByRole('dialog', { name: 'Send Funds' })
      await page.getByRole('button', { name: /^Asset:/ }).click()
      await page.getByRole('option', { name: 'RBNT' }).click()
      await form.getByLabel('Wallet address').fill(RECIPIENT)
      await form.getByLabel('Amount', { exact: true }).fill('1.5')
      await form.getByRole('button', { name: 'Next' }).click()
      const details = page.getByRole('dialog', { name: 'Transaction Details' })
      await details.getByRole('button', { name: 'Submit' }).click()
      await expect(details).toBeHidden()
      await expect(row).not.toContainText('Countersigned')
      await approveAll(tomas)
      await expect(row).toContainText('Countersigned')
      await expect(row.getByLabel('Done')).toBeVisible()
      if (name === 'desktop')
        await expect(page.getByText('You signed, your Guardian countersigned.')).toBeVisible()
      expect(await axeFaults(page)).toEqual([])
      await shoot(page, `start-countersigned-${name}`)
    })

    await test.step('which leaves with the visit', async () => {
      await page.reload()
      await expect(page.getByText('Protected · 1 of 2 Guardians must approve')).toBeVisible()
      await expect(page.getByRole('row').or(page.getByRole('listitem')).first()).toBeVisible()
      await expect(page.getByRole('region', { name: 'Then, if you like' })).toBeHidden()
    })
  })
}

const LINK = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`
const handBack = (link: string) => `${appUrl()}/wallets#connect=${encodeURIComponent(link)}`

test('a link that a foreign page opens is only filled in, once, and never stays in the address', async ({
  signedIn,
}) => {
  const { page } = await signedIn({ wallet: 'Harbour Fund' })
  const context = page.context()
  const calls: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/sessions/connect')) calls.push(request.url())
  })
  const foreign = await context.newPage()
  await foreign.goto(testnetUrl())
  const opening = context.waitForEvent('page')
  await foreign.evaluate((href) => {
    Object.assign(globalThis, { opened: window.open(href, 'app') })
  }, handBack(LINK))
  const opened = await opening
  const dialog = opened.getByRole('dialog', { name: 'Connect to...' })
  await expect(dialog.getByLabel('Link')).toHaveValue(LINK)
  expect(opened.url()).toBe(`${appUrl()}/wallets`)

  await test.step('whoever opened it reaches it no more', async () => {
    expect(await opened.evaluate(() => window.opener)).toBeNull()
    const lost = await foreign.evaluate(
      () => (globalThis as unknown as { opened: Window | null }).opened?.closed ?? true,
    )
    expect(lost).toBe(true)
  })

  await test.step('what is no link of WalletConnect is refused at once', async () => {
    await opened.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    // As from the address bar of a page that is open.
    await opened.evaluate(() => {
      location.hash = `connect=${encodeURIComponent('javascript:alert(1)')}`
    })
    await expect(dialog.getByLabel('Link')).toHaveValue('javascript:alert(1)')
    await expect(dialog.getByText('Invalid WalletConnect link')).toBeVisible()
    await expect.poll(() => new URL(opened.url()).hash).toBe('')
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(dialog.getByText('Invalid WalletConnect link')).toBeVisible()
  })

  await test.step('more of them heap nothing up, and change nothing that is there', async () => {
    await installed(page)
    await page.goto('about:blank')
    await page.goto(handBack(LINK))
    await page.waitForFunction(() => 'launch' in globalThis)
    const form = page.getByRole('dialog', { name: 'Connect to...' })
    await expect(form.getByLabel('Link')).toHaveValue(LINK)
    for (const other of ['c', 'd']) await launch(page, `/wallets#connect=${LINK.replaceAll('a', other)}`)
    await expect(page.getByText('Finish or close what is open here, then open the link again.')).toBeVisible()
    await expect(form).toHaveCount(1)
    await expect(form.getByLabel('Link')).toHaveValue(LINK)
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  })
  expect(calls).toEqual([])
})

const tools = (page: Page) => page.getByRole('region', { name: 'Sandbox tools' })
const openTools = (page: Page) => tools(page).getByRole('button', { name: 'Sandbox tools' }).click()
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('in the sandbox a mailbox, an authenticator and a second person are at hand', async ({
  browser,
  signedIn,
}) => {
  await test.step('while one signs up', async () => {
    const page = await (await browser.newContext({ viewport: PHONE })).newPage()
    const email = newEmail()
    await page.goto(`${appUrl()}/auth`)
    await expect(page.getByRole('link', { name: 'Sandbox · test money' })).toBeVisible()
    await expect(tools(page)).toBeHidden()
    const id = await enterEmail(page, email)
    const code = await signInCode(email, id)
    await openTools(page)
    await expect(tools(page)).toContainText(`${code.slice(0, 3)} ${code.slice(3)}`)
    await tools(page).getByRole('button', { name: 'Copy sign-in code' }).click()
    await expect.poll(() => copied(page)).toBe(code)
    expect(await axeFaults(page)).toEqual([])
    await enterCode(page, code)
    await page.getByRole('button', { name: 'I Have the App, Continue' }).click()
    await page.waitForURL('**/two-factor/setup')
    await tools(page).getByRole('button', { name: 'Copy authenticator code' }).click()
    await expect.poll(() => copied(page)).not.toBe(code)
    await enterCode(page, secret(await copied(page)))
    await page.waitForURL('**/two-factor/backup-code-generated')
    await page.context().close()
  })

  const person = await signedIn({ wallet: 'Harbour Fund', verified: true })
  const { page } = person
  await test.step('beside the content where there is room, else below it', async () => {
    // They come with the first press of a key.
    await page.keyboard.press('Shift')
    const position = () => tools(page).evaluate((element) => getComputedStyle(element).position)
    await expect.poll(() => position()).toBe('fixed')
    for (const width of [375, 320]) {
      await page.setViewportSize({ width, height: 812 })
      await expect.poll(() => position()).toBe('static')
    }
    await openTools(page)
    await expect(tools(page).getByRole('heading', { name: 'Demo guardians' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    expect(await axeFaults(page)).toEqual([])
    await page.emulateMedia({ media: 'print' })
    await expect(tools(page)).toBeHidden()
    await page.emulateMedia({ media: null })
    await tools(page).getByRole('button', { name: 'Invite a demo guardian' }).focus()
    await page.keyboard.press('Escape')
    await expect(tools(page).getByRole('heading', { name: 'Demo guardians' })).toBeHidden()
    await expect(tools(page).getByRole('button', { name: 'Sandbox tools' })).toBeFocused()
    await page.setViewportSize(DESKTOP)
  })

  await test.step('the authenticator takes a secret', async () => {
    await openTools(page)
    const field = tools(page).getByLabel('Secret or otpauth link')
    await field.fill('0189')
    await expect(tools(page)).toContainText('A secret has only the letters A to Z and the digits 2 to 7')
    await field.fill('GEZD GNBV GY3T QOJQ')
    await expect(field).toBeHidden()
    await expect(tools(page)).toContainText(/\d{3} \d{3}\s*\d+ s left/)
    await shoot(page, 'sandbox-tools')
  })

  await test.step('the faucet gives the wallet coins and tokens', async () => {
    await tools(page).getByRole('button', { name: 'Get 100 RBNT' }).click()
    await expect(page.getByText('100 RBNT are on their way.')).toBeVisible()
    await tools(page).getByRole('button', { name: 'Get 100 USDC' }).click()
    await expect(page.getByText('$ 105.00').first()).toBeVisible()
  })

  await test.step('demo guardians are invited and decide', async () => {
    const asks = tools(page).getByText(`${person.email} asks to be guarded`)
    const inviteDemo = tools(page).getByRole('button', { name: 'Invite a demo guardian' })
    await inviteDemo.click()
    // An account is made for him by mail and authenticator, which a busy machine takes its time for.
    await expect(asks).toBeVisible({ timeout: 60_000 })
    await tools(page)
      .getByRole('button', { name: /^Decline/ })
      .click()
    await expect(asks).toBeHidden()
    await inviteDemo.click()
    // An account is made for him by mail and authenticator, which a busy machine takes its time for.
    await expect(asks).toBeVisible({ timeout: 60_000 })
    await tools(page)
      .getByRole('button', { name: /^Approve/ })
      .click()
    await expect(tools(page)).toContainText('Nothing waits.')
    await page.getByRole('tab', { name: 'Guardians' }).click()
    await page.getByRole('switch', { name: 'Guardian Approval' }).click()
    await expect(page.getByText('1 Active, 0 Pending')).toBeVisible()
  })
})
