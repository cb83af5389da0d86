import type { Page } from 'playwright/test'
import { give, type Member, openWallet, verify } from '#tests/e2e/member.ts'
import { appUrl } from '#tests/e2e/sandbox.ts'
import { notificationsText } from '#text/notifications.ts'
import type { Album } from './album.ts'

const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'

const funded = async (member: Member) => {
  const wallet = await openWallet(member, 'Harbour Fund')
  await Promise.all([verify(member, wallet), give(member, wallet, '10')])
  return wallet
}

/** Opens an address of the app as its installed window would be started with it. */
const start = async (page: Page, path: string) => {
  await page.goto('about:blank')
  await page.goto(`${appUrl()}${path}`)
}

const menu = async (page: Page) => {
  await page.getByRole('button', { name: '@' }).click()
  await page.getByRole('menuitem', { name: 'Install app' }).waitFor()
}

/** What an installed app is started for, and how it gets installed. */
const starting = async ({ signedIn, shoot }: Album) => {
  const { page } = await signedIn('mara', funded)
  const pay = (link: string) => start(page, `/wallets#pay=${encodeURIComponent(link)}`)
  await pay(`ethereum:${RECIPIENT}@153?value=0.25e18`)
  await page.getByText('Filled in from a link.').waitFor()
  await shoot(page, 'send-from-link')
  await pay(`ethereum:${RECIPIENT}@1?value=1e18`)
  await page.getByText('for chain 1').waitFor()
  await shoot(page, 'send-link-refused')
  await start(
    page,
    `/wallets#connect=${encodeURIComponent(`wc:${'a'.repeat(64)}@2?symKey=${'b'.repeat(64)}`)}`,
  )
  await page.getByRole('dialog', { name: 'Connect to...' }).waitFor()
  await shoot(page, 'connect-shared')
  await start(page, '/wallets#connect=see%20you%20at%20eight')
  await page.getByText('Invalid WalletConnect link').waitFor()
  await shoot(page, 'connect-shared-wrong')
  await start(page, '/wallets')
  await menu(page)
  await shoot(page, 'account-menu-in-browser', async () => {
    await page.keyboard.press('Escape')
    await menu(page)
  })
  const steps = async () => {
    await page.getByRole('menuitem', { name: 'Install app' }).click()
    await page.getByRole('dialog', { name: 'Install Countersign' }).waitFor()
  }
  await steps()
  await shoot(page, 'install-steps', async () => {
    // The menu of the other layout is another one.
    if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape')
    await menu(page)
    await steps()
  })
}

/** What is told, and how that stands. */
const telling = async ({ signedIn, shoot }: Album) => {
  const { page } = await signedIn('mara', funded)
  await page.context().grantPermissions(['notifications'])
  // No functions with names: tsx would have them named by a helper that the page does not have.
  await page.addInitScript(() => {
    const later = globalThis.setTimeout
    // The ten seconds of waiting do not end before the picture is taken.
    globalThis.setTimeout = ((run: () => void, ms?: number, ...rest: unknown[]) =>
      later(run, ms === 10_000 ? 1e9 : ms, ...rest)) as typeof setTimeout
    PushManager.prototype.subscribe = () => {
      const { answer } = globalThis as { answer?: string }
      if (answer === 'waiting') return new Promise<never>(() => undefined)
      return Promise.reject(new DOMException('', answer === 'refused' ? 'NotAllowedError' : 'AbortError'))
    }
  })
  const open = async () => {
    await page.getByRole('button', { name: '@' }).click()
    await page.getByRole('menuitem', { name: 'Notifications' }).click()
    await page.getByRole('dialog', { name: 'Notifications' }).getByRole('switch').nth(7).waitFor()
  }
  for (const state of ['off', 'waiting', 'refused', 'unavailable'] as const) {
    const reach = async () => {
      // Another chapter puts a new version there: the page may just load itself again.
      await page.goto(`${appUrl()}/wallets`).catch(() => page.goto(`${appUrl()}/wallets`))
      await open()
      await page.evaluate((answer) => Object.assign(globalThis, { answer }), state)
      if (state !== 'off') await page.getByRole('switch', { name: 'Push' }).click()
      await page.getByRole('status').filter({ hasText: notificationsText.pushStates[state] }).waitFor()
    }
    await reach()
    await shoot(page, `notifications-${state}`, reach)
  }
}

/** What is said of a browser's storage that fails. A toast's clock stands still while it is pointed at. */
const storage = async ({ signedIn, shoot }: Album) => {
  const member = await signedIn('mara', funded)
  const { page, wallet } = member
  const say = async (text: string) => page.getByText(text).hover()
  await page.getByText('Harbour Fund').first().waitFor()
  await page.addInitScript(() => {
    if (location.hash === '#missing') Object.defineProperty(globalThis, 'indexedDB', { value: undefined })
    if (location.hash === '#slow') IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest
  })
  for (const [name, text] of [
    ['missing', 'This browser does not keep data for this page.'],
    ['slow', 'took too long to load.'],
  ] as const) {
    const reach = async () => {
      await start(page, `/wallets#${name}`)
      await say(text)
      await page.getByRole('heading', { name: 'Harbour Fund' }).waitFor({ state: 'attached' })
    }
    await reach()
    await shoot(page, `storage-${name}`, reach)
  }
  const devtools = await page.context().newCDPSession(page)
  const clear = async () => {
    await start(page, '/wallets')
    await page.getByText('$ 0.').first().waitFor()
    await devtools.send('Storage.clearDataForOrigin', { origin: appUrl(), storageTypes: 'indexeddb' })
    // What comes is to be stored.
    await Promise.all([say('was cleared.'), give(member, wallet, '1')])
  }
  await clear()
  await shoot(page, 'storage-cleared', clear)
}

/** A step that is not there any more, while something is typed. */
const stale = async ({ signedIn, shoot }: Album) => {
  const { page } = await signedIn('mara', funded)
  await page.route(/\/assets\/DetailsPanel-/, (route) => route.abort())
  // A worker would have kept the step.
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).unregister()))
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('', 'AbortError'))
  })
  await page.reload()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Send Funds' })
  await form.getByLabel('Wallet address').fill(RECIPIENT)
  await form.getByLabel('Amount', { exact: true }).fill('0.25')
  await form.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('alertdialog', { name: 'A new version is available.' }).waitFor()
  await shoot(page, 'stale-while-typing')
}

/** Page and server are too far apart. */
const versions = async ({ signedIn, shoot }: Album) => {
  for (const [name, headers, title] of [
    ['update-page', { 'x-contract-oldest': '99', 'x-contract-version': '99' }, 'Update Countersign'],
    [
      'update-server',
      { 'x-contract-oldest': '0', 'x-contract-version': '0' },
      'Countersign is being updated',
    ],
  ] as const) {
    const { page } = await signedIn('mara')
    await page.route(/\/api\/v1\//, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), ...headers } })
    })
    await page.reload()
    await page.getByRole('heading', { name: title }).waitFor()
    await shoot(page, name)
  }
}

export const installed = async (album: Album): Promise<void> => {
  await album.chapter('an installed app', () => starting(album))
  await album.chapter('notifications', () => telling(album))
  await album.chapter('storage that fails', () => storage(album))
  await album.chapter('a step that is gone', () => stale(album))
  await album.chapter('versions', () => versions(album))
}
