import { expect, type Page } from 'playwright/test'
import { RECIPIENT } from './guardian.ts'
import { installed, launch } from './launch.ts'
import { enterCode, passEmail } from './person.ts'
import { appUrl } from './sandbox.ts'
import { test } from './signedin.ts'
import { controlled } from './worker.ts'

const pay = (page: Page, link: string) => launch(page, `/wallets#pay=${encodeURIComponent(link)}`)

/** Another app shares something with the installed one. */
const share = async (page: Page, text: string) => {
  await page.goto('about:blank')
  await page.setContent(
    `<form method="post" action="${appUrl()}/share"><input name="title"><textarea name="text"></textarea><button>Share</button></form>`,
  )
  await page.locator('textarea').fill(text)
  await page.getByRole('button', { name: 'Share' }).click()
}

const LINK = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`

test('what the installed app is started for is opened, and nothing is sent or connected by that', async ({
  signedIn,
  browser,
}) => {
  const { page, wallet, email, authenticator } = await signedIn({
    wallet: 'Harbour Fund',
    coins: '10',
    path: '',
  })
  const calls: string[] = []
  page.context().on('request', (request) => {
    if (/\/(?:send|send-evm|connect|share)$/.test(new URL(request.url()).pathname)) calls.push(request.url())
  })
  await installed(page)
  await page.goto(`${appUrl()}/wallets?open=send`)
  const send = page.getByRole('dialog', { name: 'Send Funds' })
  const close = async (dialog = send) => {
    await dialog.getByRole('button', { name: 'Close' }).click()
    const discard = page.getByRole('button', { name: 'Discard', exact: true })
    await expect(discard.or(page.locator('main:not([inert] *)')).first()).toBeVisible()
    if (await discard.isVisible()) await discard.click()
    await expect(dialog).toBeHidden()
  }

  await test.step('a shortcut, at the start and later', async () => {
    await expect(send).toBeVisible()
    await expect(page).toHaveURL(`${appUrl()}/wallets`)
    await close()
    await launch(page, '/wallets?open=receive')
    const receive = page.getByRole('dialog', { name: 'Receive Funds' })
    await expect(receive).toBeVisible()
    await close(receive)
    await launch(page, '/guardian-hub')
    await expect(page.getByRole('heading', { name: 'Guardian Hub' }).first()).toBeAttached()
    await launch(page, '/')
    await expect(page).toHaveURL(`${appUrl()}/guardian-hub`)
  })

  await test.step('a payment link fills the form in, wherever the app is', async () => {
    await pay(page, `ethereum:${RECIPIENT}@153?value=0.25e18`)
    await expect(send.getByRole('status').filter({ hasText: 'Filled in from a link.' })).toBeVisible()
    await expect(send.getByLabel('Wallet address')).toHaveValue(RECIPIENT)
    await expect(send.getByLabel('Amount', { exact: true })).toHaveValue('0.25')
    await expect(page).toHaveURL(`${appUrl()}/wallets`)
  })

  await test.step('what stands in the form is never replaced by another link', async () => {
    await pay(page, `ethereum:${wallet.address}@153?value=9e18`)
    await expect(page.getByText('Finish or close what is open here')).toBeVisible()
    await expect(send.getByLabel('Wallet address')).toHaveValue(RECIPIENT)
    await send.getByRole('button', { name: 'Next' }).click()
    const details = page.getByRole('dialog', { name: 'Transaction Details' })
    await expect(details).toContainText('0.25 RBNT')
    await close(details)
  })

  await test.step('a hostile link says why it fills nothing in', async () => {
    for (const [link, why] of [
      [
        `ethereum:${RECIPIENT}@1?value=1e18`,
        'This payment link is for chain 1, which Countersign does not serve.',
      ],
      [`ethereum:${RECIPIENT}@153?value=9e60`, 'This payment link asks for more than 999999999'],
      [`ethereum:${RECIPIENT}@153?value=1e18\u0000`, 'This payment link holds characters'],
      [`ethereum:${RECIPIENT}@153/transfer?address=${RECIPIENT}&uint256=1`, 'This wallet holds no token'],
    ] as const) {
      await pay(page, link)
      await expect(send.getByRole('alert').filter({ hasText: why })).toBeVisible()
      await expect(send.getByLabel('Wallet address')).toHaveValue('')
      await close()
    }
  })

  await test.step('a link that was shared fills in where the wallet connects to', async () => {
    await controlled(page)
    const other = await page.context().newPage()
    const dialog = other.getByRole('dialog', { name: 'Connect to...' })
    await share(other, `Swap: ${LINK}`)
    await expect(dialog.getByLabel('Link')).toHaveValue(LINK)
    await expect(other).toHaveURL(`${appUrl()}/wallets`)
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await share(other, 'see you at eight')
    await expect(dialog.getByLabel('Link')).toHaveValue('see you at eight')
    await expect(dialog.getByRole('alert')).toHaveText('Invalid WalletConnect link')
    await other.close()
  })
  expect(calls).toEqual([`${appUrl()}/share`, `${appUrl()}/share`])

  await test.step('the menu installs the app, or says how', async () => {
    const menu = page.getByRole('button', { name: '@' })
    const entry = page.getByRole('menuitem', { name: 'Install app' })
    await menu.click()
    await entry.click()
    const dialog = page.getByRole('dialog', { name: 'Install Countersign' })
    await expect(dialog.getByRole('listitem')).toHaveCount(3)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await page.evaluate(() => {
      const prompt = async () => {
        document.title = 'installing'
        return { outcome: 'accepted' }
      }
      dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
    })
    await menu.click()
    await entry.click()
    await expect(page).toHaveTitle('installing')
    await expect(dialog).toBeHidden()
  })

  await test.step('the title bar has the colour of the header in both themes', async () => {
    const colours = () =>
      page.evaluate(() => {
        const bars = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
        const probe = document.body.appendChild(document.createElement('i'))
        const read = (colour = '') => {
          probe.style.color = colour
          return getComputedStyle(probe).color
        }
        const bar = read(bars.find(({ media }) => matchMedia(media).matches)?.content)
        const header = read('var(--surface)')
        probe.remove()
        return { bar, header }
      })
    const seen = new Set<string>()
    for (const system of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: system })
      for (const _ of ['system', 'light', 'dark']) {
        const { bar, header } = await colours()
        expect(bar).toBe(header)
        seen.add(header)
        await page.getByRole('button', { name: /^Theme/ }).click()
      }
    }
    expect([...seen].sort()).toEqual(['rgb(17, 23, 34)', 'rgb(255, 255, 255)'])
  })

  await test.step('who is not signed in signs in first, and then comes to what the link asks for', async () => {
    const context = await browser.newContext()
    const visitor = await context.newPage()
    await visitor.goto(
      `${appUrl()}/wallets#pay=${encodeURIComponent(`ethereum:${RECIPIENT}@153?value=0.5e18`)}`,
    )
    await expect(visitor.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    await expect(visitor).toHaveURL(`${appUrl()}/auth`)
    await passEmail(visitor, email)
    await visitor.waitForURL('**/two-factor/check')
    await enterCode(visitor, authenticator.code())
    const form = visitor.getByRole('dialog', { name: 'Send Funds' })
    await expect(form.getByLabel('Wallet address')).toHaveValue(RECIPIENT)
    await expect(form.getByLabel('Amount', { exact: true })).toHaveValue('0.5')
    await expect(visitor).toHaveURL(`${appUrl()}/wallets`)

    // The session runs out, and comes back as by another sign-in.
    await visitor.goto(`${appUrl()}/guardian-hub?filter=invites`)
    await expect(visitor.getByRole('heading', { name: 'Guardian Hub' }).first()).toBeAttached()
    const cookies = await context.cookies()
    await context.clearCookies()
    await visitor.reload()
    await expect(visitor.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    await context.addCookies(cookies)
    await visitor.goto(`${appUrl()}/`)
    await expect(visitor).toHaveURL(`${appUrl()}/guardian-hub?filter=invites`)
    await visitor.goto(`${appUrl()}/`)
    await expect(visitor).toHaveURL(`${appUrl()}/wallets`)
    await context.close()
  })
})
