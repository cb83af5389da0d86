import { expect, type Page } from 'playwright/test'
import { cancelTransaction, listTransactions } from '#contract/endpoints/transaction.ts'
import { listAssets } from '#contract/endpoints/wallet.ts'
import { shoot } from './guardian.ts'
import { secret } from './logs.ts'
import { CHAIN, enrol, give, guard, openWallet, verify } from './member.ts'
import { test } from './signedin.ts'

const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'
const LOOK_ALIKE = `0x9F3C${'0'.repeat(32)}41Ab`
const BURN = '0x000000000000000000000000000000000000dEaD'
const SEND = /\/transactions\/send-evm$/
const COIN = 10n ** 18n

const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('button', { name: new RegExp(`^${label}:`) }).click()
  await page.getByRole('option', { name: option }).click()
}

test('what the send form says about money is true', async ({ signedIn }) => {
  const owner = await signedIn({ wallet: 'Harbour Fund', coins: '3' })
  const { page, wallet, client } = owner
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  const form = page.getByRole('dialog', { name: 'Send Funds' })
  const details = page.getByRole('dialog', { name: 'Transaction Details' })
  const amountField = form.getByLabel('Amount', { exact: true })
  const address = form.getByLabel('Wallet address')
  const next = form.getByRole('button', { name: 'Next' })
  const open = () => page.getByRole('button', { name: 'Send', exact: true }).click()
  const sentOf = async (walletId: string) =>
    (await client.ok(listTransactions, { query: { walletId } })).items.filter(
      ({ direction }) => direction === 'outcome',
    )

  await test.step('Next shows all mistakes at once', async () => {
    await open()
    await next.click()
    await expect(form.getByText('Wallet address is required')).toBeVisible()
    await expect(form.getByText('Amount is required')).toBeVisible()
    await amountField.fill('4')
    await expect(form.getByText('Amount should be less than your balance')).toBeVisible()
    await expect(next).toBeEnabled()
    await expect(form.getByText('Available 3', { exact: true })).toBeVisible()
    await shoot(page, 'send-mistakes')
  })

  await test.step('the amount takes what comes after a refused key', async () => {
    await amountField.fill('')
    await amountField.pressSequentially('x1.5')
    await expect(amountField).toHaveValue('1.5')
    await amountField.pressSequentially('x7')
    await expect(amountField).toHaveValue('1.5')
    await expect(form.getByText('Only digits and one decimal separator.')).toBeVisible()
    await amountField.press('Control+a')
    await amountField.pressSequentially('17')
    await expect(amountField).toHaveValue('17')
    await amountField.fill(' 1,25\n')
    await expect(amountField).toHaveValue('1.25')
  })

  await test.step('a recipient that is probably a mistake is named', async () => {
    await address.fill(BURN)
    await expect(form.getByText('This is a burn address.')).toBeVisible()
    await shoot(page, 'send-burn')
    await address.fill(RECIPIENT)
    await expect(form.getByText('This is a burn address.')).toBeHidden()
    await expect(form.getByText('First time to this address')).toBeVisible()
  })

  await test.step('Max sends all but the quote, to the last unit', async () => {
    await form.getByRole('button', { name: 'Max' }).click()
    await expect(form.getByText(/^Network fee at most <?0\.\d+ RBNT.* · \$ /)).toBeVisible()
    await shoot(page, 'send-max')
    await next.click()
    await expect(details).toContainText('First transfer to this address.')
    await shoot(page, 'send-confirm')
    await expect(details).toContainText(/FeeAt most \$ 0\.01Medium · 0\.\d+ RBNT/)
    await details.getByText('Technical details').click()
    await expect(details.getByText(/^0\.\d+ RBNT$/)).toBeVisible()
    const posted = page.waitForRequest(SEND)
    await details.getByRole('button', { name: 'Submit' }).click()
    const { amount, maxFee } = (await posted).postDataJSON() as { amount: string; maxFee: string }
    expect(BigInt(secret(amount)) + BigInt(maxFee)).toBe(3n * COIN)
    await expect(details).toBeHidden()
    await expect(page.getByText('Submitted. Sending to blockchain...')).toBeVisible()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/send-toast.png` })
    await page.getByRole('button', { name: 'View' }).click()
    const info = page.getByRole('dialog', { name: 'Transaction Info' })
    await expect(info).toContainText('Success', { timeout: 30_000 })
    await info.getByRole('button', { name: 'Close' }).last().click()
    const [sent] = await sentOf(wallet.id)
    expect(sent).toMatchObject({ amount, recipient: RECIPIENT, status: 'success' })
    const { items } = await client.ok(listAssets, { query: { walletId: wallet.id } })
    expect(items.filter(({ blockchain }) => blockchain === CHAIN)).toMatchObject([
      { amount: (BigInt(maxFee) - BigInt(sent?.fee ?? 0)).toString(), reserved: '0' },
    ])
    expect(faults).toEqual([])
  })

  await test.step('a call that gets lost is made again with its key; nothing is claimed before', async () => {
    await give(owner, wallet, '2')
    await open()
    await address.fill(LOOK_ALIKE)
    await expect(form.getByText('This address looks like one that was used before')).toBeVisible()
    await shoot(page, 'send-look-alike')
    await address.fill(RECIPIENT)
    await expect(form.getByText('This address looks like one that was used before')).toBeHidden()
    await amountField.fill('0.5')
    await next.click()
    const keys: (string | undefined)[] = []
    const mishaps = ['drop', 'gateway']
    await page.route(SEND, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      const mishap = mishaps.shift()
      if (mishap === 'drop') {
        await route.fetch()
        await route.abort()
      } else if (mishap === 'gateway') {
        await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
      } else await route.continue()
    })
    await details.getByRole('button', { name: 'Submit' }).click()
    await expect(details.getByText('Checking whether it was accepted…')).toBeVisible()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/send-checking.png` })
    await expect(details).toBeHidden()
    await page.unroute(SEND)
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect((await sentOf(wallet.id)).filter(({ amount }) => BigInt(amount) === COIN / 2n)).toHaveLength(1)
  })

  await test.step('a wallet that was not looked at loads what it holds; one that may not send is not offered', async () => {
    const guardian = await enrol()
    const seat = await openWallet(guardian, 'Own Wallet')
    const [safe] = [await openWallet(owner, 'Safe Fund'), await openWallet(owner, 'Quiet Fund')]
    await verify(owner, safe)
    await give(owner, safe, '10')
    await guard(owner, safe, { ...guardian, wallet: seat })
    await page.reload()
    await page
      .getByRole('button', { name: /^(Quiet|Safe) Fund/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: /Harbour Fund/ }).click()
    await open()
    await page.getByRole('button', { name: /^Wallet:/ }).click()
    await expect(page.getByRole('option')).toHaveText(['Harbour Fund', 'Safe Fund'])
    const empty = page.getByRole('button', { name: 'Asset: Asset list is empty' })
    await page.getByRole('option', { name: 'Safe Fund' }).click()
    await expect(empty).toBeHidden()
    await expect(form.getByText('Available 10', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: /^Asset:/ }).click()
    await expect(page.getByRole('option', { name: /^RBNT/ })).toContainText('Redbelly Testnet · 10')
    await shoot(page, 'send-picker')
    await page.keyboard.press('Escape')

    await address.fill(RECIPIENT)
    await amountField.fill('4')
    await next.click()
    await expect(details).toContainText('1 out of 1')
    await details.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Waiting for your Guardians')).toBeVisible()
    await open()
    await choose(page, 'Wallet', 'Safe Fund')
    await expect(form.getByText(/^Available 5\.99\d+ · 4\.00\d+ waiting$/)).toBeVisible()
    await address.fill(RECIPIENT)
    await amountField.fill('7')
    await next.click()
    await expect(form.getByText('Amount should be less than your balance')).toBeVisible()
    await shoot(page, 'send-waiting')
    const [waiting] = await sentOf(safe.id)
    await client.ok(cancelTransaction, { params: { id: safe.id, txId: waiting?.id ?? '' }, body: {} })
    await expect(form.getByText('Available 10', { exact: true })).toBeVisible()
    await expect(form.getByText('Amount should be less than your balance')).toBeHidden()
    expect(faults).toEqual([])
  })
})
