import { expect, type Page } from 'playwright/test'
import { createWallet } from './person.ts'
import { appUrl } from './sandbox.ts'
import { test } from './signedin.ts'

const controlled = async (page: Page) => {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

test('the app can be installed', async ({ page }) => {
  await page.goto(`${appUrl()}/auth`)
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await page.request.get(`${appUrl()}${href}`)).json()
  expect(manifest).toMatchObject({
    id: '/',
    name: 'Countersign',
    short_name: 'Countersign',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    launch_handler: { client_mode: 'focus-existing' },
    share_target: { action: '/share', method: 'POST' },
  })
  expect(manifest.shortcuts.map(({ name, url }: { name: string; url: string }) => `${name} ${url}`)).toEqual([
    'Send /wallets?open=send',
    'Receive /wallets?open=receive',
    'Guardian Hub /guardian-hub',
  ])
  expect(manifest.protocol_handlers).toEqual([
    { protocol: 'bitcoin', url: '/wallets#pay=%s' },
    { protocol: 'ethereum', url: '/wallets#pay=%s' },
  ])
  const sizes = manifest.icons.map(
    ({ sizes: size, purpose }: { sizes: string; purpose?: string }) => `${size} ${purpose ?? 'any'}`,
  )
  expect(sizes).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']))
  for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
    const image = await page.request.get(`${appUrl()}${src}`)
    expect(image.headers()['content-type'], src).toBe('image/png')
  }
  await controlled(page)
})

test('every route opens without a network once the app was seen', async ({ signedIn }) => {
  const { page } = await signedIn({ wallet: 'Harbour Fund' })
  await expect(page.getByRole('heading', { name: 'Harbour Fund' })).toBeAttached()
  const context = page.context()
  await controlled(page)
  await context.setOffline(true)
  for (const [path, text] of [
    ['/wallets', 'Harbour Fund'],
    ['/guardian-hub', 'Guardian Hub'],
    ['/nope', 'Page not found'],
  ] as const) {
    await page.goto(`${appUrl()}${path}`)
    await expect(page.getByRole('heading', { name: text }).first()).toBeAttached()
  }
  await expect(page).toHaveURL(`${appUrl()}/nope`)
})

test('the sign-in screen opens without a network, with its form disabled', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${appUrl()}/auth`)
  await controlled(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue with Email' })).toBeDisabled()
  await context.close()
})

test('a broken stored entry is dropped and the app starts', async ({ signedIn }) => {
  const { page } = await signedIn({ wallet: 'Harbour Fund' })
  await expect(page.getByRole('heading', { name: 'Harbour Fund' })).toBeAttached()
  await page.evaluate(
    () =>
      new Promise<void>((done, fail) => {
        const request = indexedDB.open('countersign')
        request.onerror = () => fail(request.error)
        request.onsuccess = () => {
          const write = request.result.transaction('root', 'readwrite')
          write
            .objectStore('root')
            .put({ version: 1, savedAt: 'never', value: [{ nonsense: true }] }, 'wallets')
          write.objectStore('root').put('no entry at all', 'tokens')
          write.objectStore('root').put({ version: 99, savedAt: 'never', value: [] }, 'invites')
          write.oncomplete = () => {
            request.result.close()
            done()
          }
        }
      }),
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Harbour Fund' })).toBeAttached()
  await expect(page).toHaveURL(/\/wallets/)
})

test('nothing of the page breaks its content security policy', async ({ signedIn }) => {
  const { page } = await signedIn({ path: '' })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (/content security policy|trusted/i.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${appUrl()}/wallets`)
  await createWallet(page, 'Harbour Fund')
  await page.getByRole('link', { name: 'Open Guardian Hub' }).click()
  await expect(page.getByRole('heading', { name: 'Guardian Hub' }).first()).toBeAttached()
  await page.getByRole('link', { name: 'Countersign' }).click()
  await expect(page).toHaveURL(/\/wallets/)
  expect(complaints).toEqual([])
})
