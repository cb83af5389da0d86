import { expect, type Page } from 'playwright/test'
import { createWallet, enterCode, passEmail } from './person.ts'
import { expectedReports, reportedDirectives } from './reports.ts'
import { appUrl } from './sandbox.ts'
import { test } from './signedin.ts'
import { storedAs } from './stored.ts'
import { controlled } from './worker.ts'

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

test('the onboarding leads to the hub, and the logo back', async ({ signedIn }) => {
  const { page } = await signedIn({ path: '' })
  await page.goto(`${appUrl()}/wallets`)
  await createWallet(page, 'Harbour Fund')
  await page.getByRole('link', { name: 'Open Guardian Hub' }).click()
  await expect(page.getByRole('heading', { name: 'Guardian Hub' }).first()).toBeAttached()
  await page.getByRole('link', { name: 'Countersign' }).click()
  await expect(page).toHaveURL(/\/wallets/)
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
  await page.goto(`${appUrl()}/two-factor/backup-code-generated`)
  await expect(page.getByRole('heading', { name: 'Available Backup Codes' })).toBeVisible()
  await expect(page.getByRole('main').getByText('You are offline.', { exact: true })).toBeVisible()
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

/** What may be wrong with a browser's storage, done to a page before it loads. */
const STORAGE: Record<string, () => void> = {
  missing: () => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }),
  throwing: () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Not in this browser.', 'SecurityError')
    }
  },
  full: () => {
    IDBObjectStore.prototype.put = function () {
      this.transaction.abort()
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
  },
  slow: () => {
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (...named) {
      const answer = {} as IDBOpenDBRequest
      setTimeout(() => {
        const real = open.apply(this, named)
        const tell = (word: 'onupgradeneeded' | 'onsuccess') => (event: Event) => {
          Object.assign(answer, { result: real.result })
          answer[word]?.call(answer, event as IDBVersionChangeEvent)
        }
        real.onupgradeneeded = tell('onupgradeneeded')
        real.onsuccess = tell('onsuccess')
      }, 9000)
      return answer
    }
  },
}
const NOT_KEPT = 'This browser does not keep data for this page. It is read again at each visit.'

test('storage that is full, missing, throwing, slow or cleared ends no session', async ({
  signedIn,
  browser,
}) => {
  const { email, backupCodes, page: other } = await signedIn({ wallet: 'Harbour Fund', path: '' })
  await other.close()
  const context = await browser.newContext()
  const open = async (trouble?: () => void) => {
    const page = await context.newPage()
    if (trouble) await page.addInitScript(trouble)
    return page
  }
  const home = async (page: Page) => {
    await expect(page.getByRole('heading', { name: 'Harbour Fund' })).toBeAttached()
    await expect(page).toHaveURL(/\/wallets/)
  }

  await test.step('who signs in with a full disk is signed in, also after a reload', async () => {
    const page = await open(STORAGE.full)
    await passEmail(page, email)
    await page.getByRole('button', { name: 'Backup Code' }).click()
    await page.waitForURL('**/two-factor/backup-sign-in')
    await enterCode(page, backupCodes[0] ?? '')
    await page.waitForURL('**/two-factor/backup-code-used')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Available Backup Codes' })).toBeVisible()
    await page.reload()
    await expect(page.getByText(NOT_KEPT)).toBeVisible()
    await page.goto(`${appUrl()}/wallets`)
    await home(page)
    await page.close()
  })

  for (const name of ['missing', 'throwing'] as const)
    await test.step(`the session goes on with a storage that is ${name}`, async () => {
      const page = await open(STORAGE[name])
      await page.goto(`${appUrl()}/wallets`)
      await expect(page.getByText(NOT_KEPT)).toBeVisible()
      await home(page)
      await page.close()
    })

  await test.step('and with one that answers after nine seconds', async () => {
    const page = await open(STORAGE.slow)
    await page.clock.install()
    await page.goto(`${appUrl()}/wallets`)
    await page.clock.fastForward(5000)
    await expect(page.getByText('What this browser keeps for this page took too long to load.')).toBeVisible()
    await page.clock.fastForward(4000)
    await home(page)
    await page.close()
  })

  await test.step('and with one that is cleared under the open page', async () => {
    const page = await open()
    await page.goto(`${appUrl()}/wallets`)
    await home(page)
    await expect.poll(() => storedAs(page, 'wallets')).toContain('Harbour Fund')
    const devtools = await context.newCDPSession(page)
    const origin = appUrl()
    // What the page still keeps by itself may find it out before the click does.
    const said = expect(page.getByText('What this browser kept for this page was cleared.')).toBeVisible()
    await Promise.all([
      said,
      devtools
        .send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
        .then(() => page.getByRole('button', { name: /^Theme: / }).click()),
    ])
    await controlled(page)
    await context.setOffline(true)
    await page.reload()
    await home(page)
  })
  await context.close()
})

test('what the page is kept from is reported', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${appUrl()}/auth`)
  const stopped = await page.evaluate(async () => {
    const script = document.createElement('script')
    const sink = () => {
      script.text = 'document.title = "ran"'
    }
    const inline = document.createElement('style')
    inline.textContent = 'body { display: none }'
    document.head.append(inline)
    try {
      sink()
      return 'nothing'
    } catch (error) {
      return (error as Error).name
    }
  })
  expect(stopped).toBe('TypeError')
  await expect.poll(reportedDirectives).toEqual(['require-trusted-types-for', 'style-src-elem'])
  expectedReports()
  await context.close()
})
