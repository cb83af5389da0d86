import { expect, type Page } from 'playwright/test'
import { listTransactions } from '#contract/endpoints/transaction.ts'
import type { NoticeKind } from '#contract/notice.ts'
import { type Desktop, startDesktop } from './desktop.ts'
import { card, openHub, RECIPIENT, SHORT, send, sent } from './guardian.ts'
import { hold } from './hold.ts'
import { enrol, inviteGuardians, openWallet, signInContext } from './member.ts'
import { openNotifications } from './notices.ts'
import { newEmail } from './person.ts'
import { appUrl } from './sandbox.ts'
import { type SignedIn, test } from './signedin.ts'
import { socketLoggedIn } from './socketlogin.ts'
import { ask, freshLink, idle, press, state } from './testnet.ts'

const ANSWER = 'Click here to confirm or cancel it.'
const SIGN = { title: 'New personal sign request', body: ANSWER }
const SEND = { title: 'New send transaction request', body: ANSWER }
const PROPOSAL = { title: 'Countersign TestNet', body: 'wants to connect' }
const APPROVAL = { title: 'New transaction approval', body: 'Click here to approve or decline it.' }

/** A page that is not in front never draws, so its buttons are pressed without looking whether they stand still. */
const pressUnseen = async (testnet: Page, name: string) => (await idle(testnet, name)).dispatchEvent('click')

const visibility = (page: Page) => page.evaluate(() => document.visibilityState)
const inFront = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => [document.visibilityState, document.hasFocus()]))
    .toEqual(['visible', true])
const hiddenBy = async (cover: Page, ...pages: Page[]) => {
  await cover.bringToFront()
  for (const page of pages) await expect.poll(() => visibility(page)).toBe('hidden')
}

/** Leaves the link to the wallet, which hears of it once nobody looks any more. */
const connectUnseen = async (page: Page, link: string, cover: Page, ...others: Page[]) => {
  const letGo = await hold(page, '**/wallet-connect/sessions/connect')
  await page.getByRole('button', { name: 'Connect to...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect to...' })
  await dialog.getByLabel('Link').fill(link)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await hiddenBy(cover, page, ...others)
  letGo()
}

/** Everything that a page complains of. */
const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  return complaints
}

/** Counts how often the page asks for the permission, and lets the user say yes. */
const answerPrompts = async (page: Page, { context }: Desktop) => {
  let count = 0
  await page.exposeFunction('prompted', async () => {
    count += 1
    await context.grantPermissions(['notifications'], { origin: appUrl() })
  })
  await page.addInitScript(() => {
    const ask = Notification.requestPermission.bind(Notification)
    Notification.requestPermission = async () => {
      await (window as unknown as { prompted(): Promise<void> }).prompted()
      return ask()
    }
  })
  return () => count
}

/** A push service that answers: the browser of these tests has none. What became of it stands in the page's title. */
const standInForPush = () => {
  let current: PushSubscription | null = null
  PushManager.prototype.getSubscription = async () => current
  PushManager.prototype.subscribe = async () => {
    const curve = { name: 'ECDH', namedCurve: 'P-256' }
    const { publicKey } = await crypto.subtle.generateKey(curve, true, ['deriveBits'])
    const text = (bytes: Uint8Array) =>
      btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '')
    const p256dh = text(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))
    const keys = { p256dh, auth: text(crypto.getRandomValues(new Uint8Array(16))) }
    const endpoint = 'https://fcm.googleapis.com/fcm/send/nobody'
    current = {
      endpoint,
      toJSON: () => ({ endpoint, keys }),
      async unsubscribe() {
        current = null
        document.documentElement.dataset.push = 'unsubscribed'
        return true
      },
    } as unknown as PushSubscription
    return current
  }
}

let desktop: Desktop
const words = ({ title, body }: { title: string; body: string }) => ({ title, body })
const shown = () => desktop.shown().map(words)
const told = () => desktop.told().map(words)
const click = (title: string) => {
  const one = desktop.shown().find((each) => each.title === title)
  if (!one) throw new Error(`Nothing on the desktop says ${title}.`)
  expect(one).toMatchObject({ site: new URL(appUrl()).host, actions: ['default', 'settings'] })
  desktop.click(one.id)
}

test.skip(process.platform !== 'linux', 'Notifications are read from the bus of a Linux desktop.')
test.beforeEach(async () => {
  desktop = await startDesktop()
})
test.afterEach(() => desktop.stop())

test('a guardian who does not look hears of what waits, and a click leads to it', async ({ signedIn }) => {
  const guardian = await enrol(newEmail('tomas'))
  await signInContext(desktop.context, guardian)
  const page = await desktop.context.newPage()
  const complaints = complaintsOf(page)
  const asked = await answerPrompts(page, desktop)
  const badges: number[] = []
  await page.exposeFunction('badge', (count: number) => void badges.push(count))
  await page.addInitScript(() => {
    const { badge } = globalThis as unknown as { badge(count: number): Promise<void> }
    Object.assign(navigator, { setAppBadge: badge, clearAppBadge: () => badge(0) })
  })
  const [owner] = await Promise.all([
    signedIn({ wallet: 'Harbour Fund', coins: '10' }),
    openWallet(guardian, 'Own Wallet'),
  ])
  await inviteGuardians(owner, owner.wallet, guardian.email)
  await page.goto(`${appUrl()}/wallets`)
  await owner.page.getByRole('tab', { name: 'Activity' }).click()
  const offer = page.getByRole('region', { name: 'Enable desktop notifications' })

  await test.step('without the permission nothing is shown, and nothing breaks', async () => {
    await openHub(page)
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByText('All Clear')).toBeVisible()
    await expect(offer).toBeVisible()
    await hiddenBy(desktop.blank, page)
    await send(owner.page, '0.25', '1 out of 1')
    await expect(card(page, '0.25')).toHaveCount(1)
    // The invite, its answer, and what waits now.
    await expect.poll(() => badges.slice(-3)).toEqual([1, 0, 1])
    expect(await page.evaluate(() => Notification.permission)).not.toBe('granted')
  })

  await test.step('only the offer asks for it', async () => {
    await page.bringToFront()
    expect(asked()).toBe(0)
    await offer.getByRole('button', { name: 'Enable' }).click()
    await expect(offer).toBeHidden()
    expect(asked()).toBe(1)
    await page.getByRole('link', { name: 'My Wallets' }).first().click()
    await expect(page).toHaveURL(/\/wallets/)
  })

  await test.step('a click brings the window to the approvals', async () => {
    await hiddenBy(desktop.blank, page)
    await send(owner.page, '0.5', '1 out of 1')
    await expect.poll(shown).toEqual([APPROVAL])
    click(APPROVAL.title)
    await inFront(page)
    await expect(page).toHaveURL(`${appUrl()}/guardian-hub?filter=approvals`)
    await expect(card(page, '0.5')).toBeFocused()
    await expect(card(page, '0.5')).toBeInViewport()
    expect(shown()).toEqual([])
    await card(page, '0.5').getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('Approved. Sending to blockchain...')).toBeVisible()
    await expect(card(page, '0.5')).toBeHidden()
    await expect(sent(owner.page, '0.5').getByText('Pending approval...')).toBeHidden()
  })

  await test.step('what was answered without a click leaves the desktop', async () => {
    await hiddenBy(desktop.blank, page)
    await send(owner.page, '0.75', '1 out of 1')
    await expect.poll(shown).toEqual([APPROVAL])
    await page.bringToFront()
    await card(page, '0.75').getByRole('button', { name: 'Approve' }).click()
    await expect.poll(shown).toEqual([])
  })

  await test.step('who looks is not told', async () => {
    await send(owner.page, '0.1', '1 out of 1')
    await expect(card(page, '0.1')).toBeVisible()
    await card(page, '0.1').getByRole('button', { name: 'Decline' }).click()
    await expect(card(page, '0.1')).toBeHidden()
  })
  expect(told()).toEqual([APPROVAL, APPROVAL])
  expect(complaints).toEqual([])

  await test.step('the owner hears by Web Push what became of his money, of the kinds that he wants', () =>
    ownerHears(owner, page, guardian.email))
})

/** What a push tells him who has signed in after another one in the same browser. */
const ownerHears = async (owner: SignedIn, guardian: Page, decliner: string) => {
  const { context } = desktop
  await expect(sent(owner.page, '0.5').getByText('Sending to blockchain...')).toBeHidden({ timeout: 30_000 })
  const query = { walletId: owner.wallet.id }
  const { items } = await owner.client.ok(listTransactions, { query })
  const idOf = (amount: string) =>
    items.find((each) => each.amount === `${amount}${'0'.repeat(16)}`)?.id ?? ''
  const pushed = (kind: NoticeKind, amount: string) => desktop.push(appUrl(), { kind, id: idOf(amount) })
  const received = { title: 'Money received', body: expect.stringMatching(/^10 RBNT · From 0x/) }
  const declined = { title: `Declined by ${decliner}`, body: `0.1 RBNT · To ${SHORT}` }
  const approved = { title: 'Approved, sent', body: `0.5 RBNT · To ${SHORT}` }
  await guardian.getByRole('button', { name: 'Log Out' }).click()
  await expect(guardian.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await guardian.close()
  await signInContext(context, owner)
  const page = await context.newPage()
  const info = page.getByRole('dialog', { name: 'Transaction Info' })
  const want = async (...names: string[]) => {
    await openNotifications(page, owner.email)
    const dialog = page.getByRole('dialog', { name: 'Notifications' })
    for (const name of names) await dialog.getByRole('switch', { name }).click()
    for (const name of names) await expect(dialog.getByRole('switch', { name })).toBeChecked()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  }
  const opens = async (title: string, text: string) => {
    click(title)
    await inFront(page)
    await expect(page).toHaveURL(`${appUrl()}/wallets?tab=activity`)
    await expect(info).toContainText(text)
    expect(shown()).toEqual([])
    await info.getByRole('button', { name: 'Close' }).last().click()
    await expect(info).toBeHidden()
  }
  await page.goto(`${appUrl()}/wallets`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await want('Money received', 'when Guardians approved')

  // One kind is off, and one item is not his.
  await hiddenBy(desktop.blank, page)
  await pushed('declined', '10')
  await desktop.push(appUrl(), { kind: 'approval', id: 'of-somebody-else' })
  await pushed('received', '1000')
  await expect.poll(shown).toEqual([received])
  await opens('Money received', '+10 RBNT')
  await want('when a Guardian declined')
  await hiddenBy(desktop.blank, page)
  await pushed('declined', '10')
  await expect.poll(shown).toEqual([declined])
  await opens(declined.title, 'Rejected')
  await hiddenBy(desktop.blank, page)
  await pushed('approved', '50')
  await expect.poll(shown).toEqual([approved])
  await opens(approved.title, '1 of 1 approved')
  expect(told()).toEqual([APPROVAL, APPROVAL, received, declined, approved])
}

test('an owner who does not look hears of what a DApp asks', async () => {
  const { context } = desktop
  const owner = await enrol()
  await openWallet(owner, 'Harbour Fund')
  await signInContext(context, owner)
  const page = await context.newPage()
  const sign = page.getByRole('dialog', { name: 'Personal sign' })
  const transaction = page.getByRole('dialog', { name: 'Send transaction' })
  await context.addInitScript(standInForPush)
  await page.goto(`${appUrl()}/wallets`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.grantPermissions(['notifications'], { origin: appUrl() })
  const testnet = await context.newPage()
  const { port } = new URL(appUrl())
  await testnet.goto(`http://127.0.0.1:${Number(port) + 1}`)

  await test.step('a proposal', async () => {
    const link = await freshLink(testnet)
    await page.bringToFront()
    await connectUnseen(page, link, testnet)
    await expect.poll(shown).toEqual([PROPOSAL])
    click(PROPOSAL.title)
    await inFront(page)
    await expect(page).toHaveURL(`${appUrl()}/wallets?tab=dapps`)
    await page
      .getByRole('dialog', { name: 'Countersign TestNet wants to connect' })
      .getByRole('button', { name: 'Approve' })
      .click()
    await expect(state(testnet)).toHaveText('The wallet is connected.')
    const form = ask(testnet, 'Send transaction')
    await form.getByLabel('To').fill(RECIPIENT)
    await form.getByLabel('Value').fill('0.25')
  })

  await test.step('who looks is not told', async () => {
    await pressUnseen(testnet, 'Personal sign')
    await sign.getByRole('button', { name: 'Cancel' }).click()
    await expect(sign).toBeHidden()
  })

  await test.step('two requests: the click decides which comes first', async () => {
    await hiddenBy(testnet, page)
    await press(testnet, 'Personal sign')
    await expect.poll(shown).toEqual([SIGN])
    await press(testnet, 'Send transaction')
    await expect.poll(shown).toEqual([SIGN, SEND])
    click(SEND.title)
    await inFront(page)
    await expect(page).toHaveURL(`${appUrl()}/wallets?tab=requests`)
    await expect(transaction).toBeVisible()
    await expect(sign).toBeHidden()
    expect(shown()).toEqual([SIGN])
    await expect(transaction).toContainText(/Fee(?!Counting)/)
    await transaction.getByRole('button', { name: 'Cancel' }).click()
    await expect(sign).toBeVisible()
    await hiddenBy(testnet, page)
    click(SIGN.title)
    await inFront(page)
    await sign.getByRole('button', { name: 'Cancel' }).click()
    await expect(sign).toBeHidden()
  })

  const other = await context.newPage()
  const elsewhere = other.getByRole('dialog', { name: 'Personal sign' })
  await test.step('what asks for no answer here tells nothing', async () => {
    // One that connects later reads what waits, and asks nothing by itself.
    const listens = socketLoggedIn(other)
    await other.goto(`${appUrl()}/wallets`)
    await listens
    await expect(other.getByRole('heading', { name: 'Harbour Fund' })).toBeVisible()
    await hiddenBy(testnet, page, other)
    await press(testnet, 'KYC')
    await expect(page.getByRole('tab', { name: 'Requests' })).toHaveCount(1)
    await press(testnet, 'Sign typed data')
    await expect(page.getByRole('row').filter({ hasText: 'eth_signTypedData_v4' })).toHaveCount(1)
  })

  await test.step('two hidden windows tell once; what one answers leaves the other and the desktop', async () => {
    await press(testnet, 'Personal sign')
    await expect.poll(shown).toEqual([SIGN])
    await expect(sign).toHaveCount(1)
    await other.bringToFront()
    await elsewhere.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(shown).toEqual([])
    await expect(sign).toHaveCount(0)
  })

  await test.step('who looks at one window is not told by the other', async () => {
    await expect(elsewhere).toBeHidden()
    await pressUnseen(testnet, 'Personal sign')
    await elsewhere.getByRole('button', { name: 'Cancel' }).click()
    await expect(sign).toHaveCount(0)
  })

  await test.step('what the DApp takes back leaves, too', async () => {
    await hiddenBy(testnet, page, other)
    await press(testnet, 'Personal sign')
    await press(testnet, 'Send transaction')
    await expect.poll(shown).toEqual([SIGN, SEND])
    await testnet.getByRole('button', { name: 'Disconnect' }).click()
    await expect.poll(shown).toEqual([])
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  let opened = page
  await test.step('a click opens a window when there is none', async () => {
    const link = await freshLink(testnet)
    await page.bringToFront()
    await connectUnseen(page, link, testnet, other)
    await expect.poll(shown).toEqual([PROPOSAL])
    await Promise.all([page.close(), other.close()])
    const opening = context.waitForEvent('page')
    click(PROPOSAL.title)
    opened = await opening
    await inFront(opened)
    await opened
      .getByRole('dialog', { name: 'Countersign TestNet wants to connect' })
      .getByRole('button', { name: 'Approve' })
      .click()
    await expect(opened).toHaveURL(`${appUrl()}/wallets?tab=dapps`)
    await expect(state(testnet)).toHaveText('The wallet is connected.')
    await expect(ask(testnet, 'Send transaction')).toContainText('the connection ended without an answer.')
  })

  await test.step('Web Push tells the same when no window is open, in the same words', async () => {
    await opened.close()
    await testnet.bringToFront()
    await press(testnet, 'Send transaction')
    const path = `${appUrl()}/api/v1/wallet-connect/requests?status=pending`
    let id = ''
    await expect
      .poll(async () => {
        const { items } = (await (await context.request.get(path)).json()) as {
          items: { id: string; method: string }[]
        }
        id = items.find(({ method }) => method === 'eth_sendTransaction')?.id ?? ''
        return id
      })
      .not.toBe('')
    expect(shown()).toEqual([])
    await desktop.push(appUrl(), { kind: 'send-transaction', id })
    await expect.poll(shown).toEqual([SEND])
    const opening = context.waitForEvent('page')
    click(SEND.title)
    opened = await opening
    const dialog = opened.getByRole('dialog', { name: 'Send transaction' })
    await expect(dialog).toContainText('0.25 RBNT')
    await expect(opened).toHaveURL(`${appUrl()}/wallets?tab=requests`)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('Web Push is off until it is asked for', async () => {
    await openNotifications(opened, owner.email)
    const dialog = opened.getByRole('dialog', { name: 'Notifications' })
    const push = dialog.getByRole('switch', { name: 'Push' })
    await expect(push).toBeEnabled()
    await expect(push).not.toBeChecked()
    await push.click()
    await expect(dialog.getByText('On. Signing out turns it off.')).toBeVisible()
    await expect(push).toBeChecked()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('who signs out leaves nothing on the desktop', async () => {
    await hiddenBy(testnet, opened)
    await press(testnet, 'Personal sign')
    await expect.poll(shown).toEqual([SIGN])
    await opened.bringToFront()
    await opened.keyboard.press('Escape')
    await opened.getByRole('button', { name: 'Log Out' }).click()
    await expect.poll(shown).toEqual([])
    await expect(opened.locator('html')).toHaveAttribute('data-push', 'unsubscribed')
  })
  expect(told()).toEqual([PROPOSAL, SIGN, SEND, SIGN, SIGN, SEND, PROPOSAL, SEND, SIGN])
})
