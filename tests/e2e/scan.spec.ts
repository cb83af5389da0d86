import { expect, type Page } from 'playwright/test'
import { signOutAll } from '#contract/endpoints/auth.ts'
import { faultsInBothThemes } from './axe.ts'
import { CAMERA_ARGUMENTS, holdUp } from './camera.ts'
import { RECIPIENT, shoot } from './guardian.ts'
import { hide } from './notices.ts'
import config from './playwright.config.ts'
import { appUrl } from './sandbox.ts'
import { PHONE, test } from './signedin.ts'
import { NARROW, tooWide } from './width.ts'

const { launchOptions } = config.use ?? {}
test.use({
  launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), ...CAMERA_ARGUMENTS] },
})

const BITCOIN = 'bcrt1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpvxat9t'

/** Keeps whatever the page gets of the camera. */
const watchCamera = (page: Page) =>
  page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = []
    Object.assign(window, { tracks })
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wish) => {
      const stream = await open(wish)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
/** How often it was on, and how often it is now. */
const camera = (page: Page) =>
  page.evaluate(() => {
    const { tracks } = window as unknown as { tracks: MediaStreamTrack[] }
    return [tracks.length, tracks.filter(({ readyState }) => readyState === 'live').length]
  })

test('a code that the camera sees fills in the recipient, and the camera is on no longer than that takes', async ({
  signedIn,
}) => {
  const { page, client } = await signedIn({ wallet: 'Harbour Fund', coins: '3', path: '' })
  await watchCamera(page)
  await page.goto(`${appUrl()}/wallets`)
  const form = page.getByRole('dialog', { name: 'Send Funds' })
  const field = form.getByLabel('Wallet address')
  const scan = form.getByRole('button', { name: 'Scan' })
  const dialog = page.getByRole('dialog', { name: 'Scan a QR code' })
  const says = dialog.getByRole('status')
  const isOff = async (times: number) => {
    await expect(dialog).toBeHidden()
    await expect.poll(() => camera(page)).toEqual([times, 0])
  }
  let times = 0
  const start = async () => {
    await scan.press('Enter')
    await expect(says).toHaveText('Looking for a code…')
    times += 1
    await expect.poll(() => camera(page)).toEqual([times, 1])
  }
  const sends: string[] = []
  page.on('request', (request) => /\/transactions\/send/.test(request.url()) && sends.push(request.url()))
  holdUp()

  await test.step('a camera that is not allowed is told of, and asked for again', async () => {
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await scan.click()
    await expect(dialog.getByRole('alert')).toContainText('The camera is not allowed.')
    await shoot(page, 'scan-refused')
    expect(await faultsInBothThemes(page)).toEqual([])
    await page.context().grantPermissions(['camera', 'clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(says).toHaveText('Looking for a code…')
    await expect(dialog.getByRole('alert')).toBeHidden()
    times += 1
  })

  await test.step('whatever closes it takes the camera away, and leads back to the button', async () => {
    await shoot(page, 'scan')
    expect(await faultsInBothThemes(page)).toEqual([])
    for (const size of [PHONE, NARROW]) {
      await page.setViewportSize(size)
      await expect.poll(() => tooWide(page)).toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await isOff(times)
    await expect(scan).toBeFocused()
    await start()
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await isOff(times)
    await expect(scan).toBeFocused()
    await start()
    await page.keyboard.press('Escape')
    await isOff(times)
    await expect(scan).toBeFocused()
    await start()
    await page.goBack()
    await isOff(times)
    await expect(form).toBeVisible()
  })

  await test.step('nobody is filmed who does not look at the page', async () => {
    await start()
    await hide(page, true)
    await expect.poll(() => camera(page)).toEqual([times, 0])
    await hide(page, false)
    times += 1
    await expect.poll(() => camera(page)).toEqual([times, 1])
    await expect(says).toHaveText('Looking for a code…')
  })

  await test.step('a code that names nobody is told of, and the next one is looked for', async () => {
    holdUp('https://countersign.example')
    await expect(says).toHaveText('This code holds no address. Try another one.')
    holdUp(`ethereum:${RECIPIENT}@1?value=1e18`)
    await expect(says).toHaveText('This payment link is for chain 1, which Countersign does not serve.')
    await expect.poll(() => camera(page)).toEqual([times, 1])
    await expect(page.getByLabel('Wallet address')).toHaveValue('')
  })

  await test.step('a payment link fills in what it asks for, and sends nothing', async () => {
    holdUp(`ethereum:${RECIPIENT}@153?value=0.25e18`)
    await isOff(times)
    await expect(field).toHaveValue(RECIPIENT)
    await expect(field).toBeFocused()
    await expect(form.getByLabel('Amount', { exact: true })).toHaveValue('0.25')
    await expect(form.getByText('Filled in from a link. Nothing is sent before')).toBeVisible()
    await expect(scan).toBeHidden()
    await field.fill('')
    holdUp(BITCOIN.toUpperCase())
    await scan.click()
    times += 1
    await expect(field).toHaveValue(BITCOIN)
    await isOff(times)
    expect(sends).toEqual([])
  })

  await test.step('who is signed out is not filmed', async () => {
    holdUp()
    await field.fill('')
    await start()
    await client.ok(signOutAll, { body: {} })
    await page.waitForURL('**/auth')
    const [, live] = await camera(page)
    expect(live).toBe(0)
  })
})
