import { expect, type Page } from 'playwright/test'
import { replacementOf, speedUpTransaction } from '#contract/endpoints/replacement.ts'
import { listTransactions } from '#contract/endpoints/transaction.ts'
import { listAssets } from '#contract/endpoints/wallet.ts'
import { faultsInBothThemes } from './axe.ts'
import { openHub, RECIPIENT, shoot } from './guardian.ts'
import { hold } from './hold.ts'
import { secret } from './logs.ts'
import { BITCOIN, bitcoinOf, giveBitcoin, guard } from './member.ts'
import { askNode, faucet, holdBlocks, mineBlock } from './sandbox.ts'
import { type SignedIn, test } from './signedin.ts'

const SEND = /\/transactions\/send$/
const LEGACY = 'mfcGAzvis9JQAb6avB6WBGiGrgWzLxuGaC'
const SCRIPT = '2MsLXsEGDDUgsgRwwzqQbPvr9MZRApVae6w'
const SEGWIT = 'bcrt1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpvxat9t'
const TAPROOT = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'
/** Of other networks, with a wrong letter, of another family, in mixed case, of a witness version that nobody spends. */
const REFUSED = [
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '31nKoVLBc2BXUeKQKhnimyrt9DD12VwG6p',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  'tb1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpw0yxjz',
  `${LEGACY.slice(0, -1)}D`,
  `${TAPROOT.slice(0, -1)}7`,
  '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab',
  SEGWIT.replace('yq', 'YQ'),
  'bcrt1zqurswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurszqtpkz',
]

/** Its amount stands there: it was read. */
const NEW_FEE = /New fee\D*\d/

/** What a person sees of sending, on his page. */
const screensOf = (page: Page) => {
  const info = page.getByRole('dialog', { name: 'Transaction Info' })
  const form = page.getByRole('dialog', { name: 'Send Funds' })
  const details = page.getByRole('dialog', { name: 'Transaction Details' })
  const field = form.getByLabel('Wallet address')
  const amount = form.getByLabel('Amount', { exact: true })
  const next = form.getByRole('button', { name: 'Next' })
  const openForm = async (asset = 'BTC') => {
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await form.getByRole('button', { name: /^Asset: \w/ }).click()
    await page.getByRole('option', { name: asset }).click()
    await expect(form.getByRole('button', { name: `Asset: ${asset}` })).toBeVisible()
  }
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  const settled = async (text: string) => {
    await expect(row(text)).toBeVisible()
    if (text.endsWith('BTC')) await mineBlock(BITCOIN)
    await expect(row(text).getByText('Sending')).toBeHidden({ timeout: 30_000 })
  }
  return { info, form, details, field, amount, next, openForm, row, settled }
}

/** The wallet's bitcoin, in satoshi. */
const heldBy = async ({ client, wallet }: SignedIn): Promise<bigint> => {
  const { items } = await client.ok(listAssets, { query: { walletId: wallet.id } })
  return BigInt(items.find(({ symbol }) => symbol === 'btc')?.amount ?? 0)
}

// Blocks are held back in the second test.
test.describe.configure({ mode: 'default' })

test('bitcoin comes in, is sent with what is left of it coming back, and what guardians approve leaves', async ({
  signedIn,
}) => {
  const [owner, guardian] = await Promise.all([
    signedIn({ wallet: 'Harbour Fund', verified: true }),
    signedIn({ name: 'tomas', wallet: 'Own Wallet' }),
  ])
  const { page, wallet, client } = owner
  const address = await bitcoinOf(owner, wallet)
  const { info, form, details, field, amount, next, openForm, row, settled } = screensOf(page)
  const held = () => heldBy(owner)
  const submit = async () => {
    const posted = page.waitForRequest(SEND)
    await details.getByRole('button', { name: 'Submit' }).dblclick()
    const request = await posted
    expect(request.headers()['idempotency-key']).toMatch(/^[\w-]{36}$/)
    await expect(details).toBeHidden()
    const body = request.postDataJSON() as {
      amount: string
      maxFee: string
      recipient: string
      digest: string
    }
    secret(body.amount)
    return body
  }

  await test.step('the address stands under the name, to copy and to scan', async () => {
    const chips = page.getByRole('list', { name: 'Addresses' })
    const short = `Bitcoin ${address.slice(0, 6)}...${address.slice(-4)}`
    await chips.getByRole('button', { name: `Copy address ${short}` }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await chips.getByRole('button', { name: `QR code of ${short}` }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Bitcoin Regtest address' })
    await expect(dialog.getByRole('img', { name: `QR code of ${address}` })).toBeVisible()
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('what comes in shows in Assets and in Activity', async () => {
    await giveBitcoin(owner, wallet, '0.5')
    await expect(row('BTC')).toContainText('Bitcoin Regtest')
    await expect(row('BTC')).toContainText('0.50')
    await expect(row('BTC')).toContainText('$ 32,000.25')
    await page.getByRole('tab', { name: 'Activity' }).click()
    await expect(row('+0.50 BTC')).toContainText('Receive Funds')
    await expect(row('+0.50 BTC')).toContainText(/\d inputs?, 2 outputs/)
    await settled('+0.50 BTC')
    await page.getByRole('button', { name: 'Receive Funds' }).click()
    await expect(info.getByRole('region', { name: '2 outputs' })).toContainText('0.5 BTC')
    await expect(info.getByRole('region', { name: '2 outputs' })).toContainText('Harbour Fund')
    await info
      .getByRole('region', { name: /input/ })
      .getByRole('button', { name: /^Copy address/ })
      .first()
      .click()
    await info.getByRole('button', { name: 'Close' }).last().click()
  })

  await test.step('an address of another network, or none at all, is refused before anything is asked', async () => {
    await openForm()
    await expect(form.getByText('The network fee is known once recipient and amount are.')).toBeVisible()
    await next.click()
    await expect(form.getByText('Wallet address is required')).toBeVisible()
    await expect(form.getByText('Amount is required')).toBeVisible()
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    await amount.fill('0.1')
    for (const refused of REFUSED) {
      await field.fill(refused)
      await expect(form.getByText('Wallet address should be a valid Bitcoin regtest address')).toBeVisible()
    }
    expect(asked.filter((url) => /estimate|gas-price/.test(url))).toEqual([])
    page.removeAllListeners('request')
  })

  await test.step('every form of address of this network has its fee', async () => {
    const asked: string[] = []
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    for (const accepted of [LEGACY, SCRIPT, SEGWIT, TAPROOT, TAPROOT.toUpperCase(), ` ${SEGWIT}\n`]) {
      await field.fill('')
      await expect(form.getByText('Wallet address is required')).toBeVisible()
      await field.fill(accepted)
      await expect(form.getByText(/^Network fee at most \d+ Satoshi · \$ 0\.\d{6}$/)).toBeVisible()
      await expect(next).toBeEnabled()
    }
    page.removeAllListeners('request')
    expect(asked.filter((path) => path.endsWith('/transactions/bitcoin/estimate'))).not.toEqual([])
    expect(asked.filter((path) => path.endsWith('/gas-price'))).toEqual([])
  })

  await test.step('a fee of nothing is none', async () => {
    const nothing = { json: { SLOW: '0', NORMAL: '0', FAST: '0' } }
    await page.route('**/transactions/bitcoin/estimate', (route) => route.fulfill(nothing))
    await field.fill(LEGACY)
    await next.click()
    await expect(form.getByText('Not enough fee for send')).toBeVisible()
    await page.unroute('**/transactions/bitcoin/estimate')
  })

  await test.step('a payment link fills address and amount', async () => {
    await amount.fill('')
    await field.fill(`bitcoin:${SEGWIT.toUpperCase()}?amount=0.125&label=Bakery`)
    await expect(field).toHaveValue(SEGWIT)
    await expect(amount).toHaveValue('0.125')
    await expect(form.getByText('Filled in from a link.')).toBeVisible()
    await expect(form.getByText('30–60 min')).toBeVisible()
    await form.getByText('Fast', { exact: true }).click()
    await shoot(page, 'bitcoin-send')
    await next.click()
    await expect(details).toContainText('0.125 BTC')
    await expect(details).toContainText('Bitcoin Regtest')
    await expect(details).toContainText(/Fast · \d+ Satoshi/)
    await details.getByRole('button', { name: 'Back' }).click()
    await expect(field).toHaveValue(SEGWIT)
    await expect(amount).toHaveValue('0.125')
  })

  await test.step('what is sent pays the fee that was shown, and the rest comes back', async () => {
    await next.click()
    const body = await submit()
    expect(body).toMatchObject({ amount: '12500000', recipient: SEGWIT, gas: 'fast', description: '' })
    await settled('-0.13 BTC')
    await page.getByRole('button', { name: 'Send Funds' }).first().click()
    await expect(info).toContainText('Success')
    await expect(info.getByRole('region', { name: '1 input' })).toContainText('0.5 BTC')
    await expect(info.getByRole('region', { name: '2 outputs' })).toContainText('Back to Harbour Fund')
    await shoot(page, 'bitcoin-info')
    await info.getByRole('button', { name: 'Close' }).last().click()
    const { items } = await client.ok(listTransactions, { query: { walletId: wallet.id } })
    const sent = items.find(({ direction }) => direction === 'outcome')
    expect(sent).toMatchObject({ status: 'success', fee: body.maxFee, recipient: SEGWIT, amount: '12500000' })
    await expect.poll(held).toBe(50_000_000n - 12_500_000n - BigInt(body.maxFee))
  })

  await test.step('Max leaves nothing', async () => {
    await openForm()
    await form.getByRole('button', { name: 'Max' }).click()
    await expect(form.getByText('All that the network fee leaves.')).toBeVisible()
    await field.fill(LEGACY)
    const most = await held()
    await expect(amount).not.toHaveValue('')
    await next.click()
    const body = await submit()
    expect(BigInt(body.amount) + BigInt(body.maxFee)).toBe(most)
    await expect.poll(held, { timeout: 30_000 }).toBe(0n)
    await page.getByRole('button', { name: 'Send Funds' }).first().click()
    await expect(info.getByRole('region', { name: '1 output' })).toContainText('mfcGAz...uGaC')
    await info.getByRole('button', { name: 'Copy address mfcGAz...uGaC' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(LEGACY)
    await info.getByRole('button', { name: 'Close' }).last().click()
  })

  await test.step('what a guardian approves leaves, too', async () => {
    await guard(owner, wallet, guardian)
    await giveBitcoin(owner, wallet, '0.75')
    await openForm()
    await field.fill(TAPROOT)
    await amount.fill('0.25')
    await next.click()
    await expect(details).toContainText('1 out of 1')
    await submit()
    await expect(row('-0.25 BTC').getByText('Pending approval...')).toBeVisible()
    await openHub(guardian.page)
    const card = guardian.page.getByRole('article').filter({ hasText: '0.25 BTC' })
    await expect(card).toContainText('Bitcoin Regtest')
    await expect(card).toContainText(/At most \$ 0\.\d\d\d+ Satoshi/)
    await shoot(guardian.page, 'bitcoin-card')
    await card.getByRole('button', { name: 'Approve' }).click()
    await expect(guardian.page.getByText('Approved. Sending to blockchain...')).toBeVisible()
    await expect(row('-0.25 BTC').getByText('Pending approval...')).toBeHidden()
    await settled('-0.25 BTC')
  })
})

test('a send that hangs is sped up, or cancelled on its network', async ({ signedIn }) => {
  test.slow()
  const owner = await signedIn({ wallet: 'Harbour Fund', verified: true })
  const { page, wallet, client } = owner
  const { info, details, field, amount, next, openForm, row, settled } = screensOf(page)
  const held = () => heldBy(owner)
  await giveBitcoin(owner, wallet, '0.5')
  await faucet({ address: wallet.address, blockchain: 'hardhat', amount: '3' })
  await page.getByRole('tab', { name: 'Activity' }).click()
  const ask = page.getByRole('alertdialog')
  const attempt = (number: number) =>
    info
      .getByRole('region', { name: 'attempts' })
      .locator('div')
      .filter({ hasText: `${number}. ` })
      .first()
  /** Sends what hangs from then on, and opens what is known of it. */
  const hang = async (asset: string, to: string, sent: string) => {
    await openForm(asset)
    await field.fill(to)
    await amount.fill(sent)
    await next.click()
    await details.getByRole('button', { name: 'Submit' }).click()
    await expect(details).toBeHidden()
    await row(`-${sent} ${asset}`).getByRole('button').first().click()
    await expect(info.getByRole('button', { name: 'Speed up' })).toBeVisible()
  }
  const closeInfo = async () => {
    await info.getByRole('button', { name: 'Close' }).last().click()
    await expect(info).toBeHidden()
  }
  const replace = async (action: string) => {
    await info.getByRole('button', { name: action, exact: true }).click()
    await expect(ask).toContainText(NEW_FEE)
  }

  await test.step('a send that hangs is sped up: the faster attempt is the one that counts', async () => {
    await holdBlocks(BITCOIN, true)
    await hang('BTC', SEGWIT, '0.05')
    await shoot(page, 'replace-hanging')
    await page.context().setOffline(true)
    await expect(info.getByRole('button', { name: 'Speed up' })).toHaveAttribute('aria-disabled', 'true')
    await expect(info.getByRole('button', { name: 'Cancel transaction' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.context().setOffline(false)
    await expect(info.getByRole('button', { name: 'Speed up' })).not.toHaveAttribute('aria-disabled')
    await page.route(/\/replacement$/, (route) => route.fulfill({ status: 502, body: '' }), { times: 1 })
    await info.getByRole('button', { name: 'Speed up' }).focus()
    await page.keyboard.press('Enter')
    await expect(ask.getByText('The network fee could not be read.')).toBeVisible()
    await shoot(page, 'replace-failed')
    await ask.getByRole('button', { name: 'Try again' }).click()
    await expect(ask.getByText('Fee now')).toBeVisible()
    await expect(ask).toContainText(/New fee\d+ Satoshi\$ \d+\.\d\d(?!\d)/)
    await shoot(page, 'replace-speed-up')
    expect(await faultsInBothThemes(page)).toEqual([])
    await ask.getByRole('button', { name: 'Keep waiting' }).click()
    await expect(ask).toBeHidden()
    await replace('Speed up')
    await ask.getByRole('button', { name: 'Speed up' }).click()
    await expect(page.getByText('Sent again at a higher fee.')).toBeVisible()
    await expect(ask).toBeHidden()
    await expect(attempt(1)).toContainText('Replaced. It may still be first.')
    await expect(attempt(2)).toContainText('Waiting for a block')
    await shoot(page, 'replace-sped-up')
    await mineBlock(BITCOIN)
    await expect(info).toContainText('Success')
    await expect(attempt(1)).toContainText('Never took place')
    await expect(attempt(2)).toContainText('Confirmed')
    await attempt(2).getByRole('button', { name: 'Copy hash of attempt 2' }).click()
    const { items } = await client.ok(listTransactions, { query: { walletId: wallet.id } })
    const sped = items.find((item) => item.amount === '5000000')
    expect(sped).toMatchObject({ status: 'success', attempts: [{ cancels: false }, { hash: sped?.hash }] })
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(sped?.hash)
    await closeInfo()
  })

  await test.step('another one is cancelled, and the cancellation is sped up', async () => {
    const before = await held()
    await hang('BTC', SEGWIT, '0.06')
    const letGo = await hold(page, /\/replacement$/)
    await info.getByRole('button', { name: 'Cancel transaction', exact: true }).click()
    await expect(ask.getByText('Reading network fees…')).toBeAttached()
    const panel = ask.locator('.dialog-panel')
    await expect(panel).not.toHaveAttribute('data-transition')
    await panel.evaluate((it) => Promise.allSettled(it.getAnimations().map(({ finished }) => finished)))
    const keep = ask.getByRole('button', { name: 'Keep waiting' })
    const stood = await keep.boundingBox()
    letGo()
    await expect(ask).toContainText(NEW_FEE)
    expect(await keep.boundingBox()).toEqual(stood)
    await expect(ask).toContainText('If the network takes the transfer first, it is sent after all.')
    await shoot(page, 'replace-cancel')
    await ask.getByRole('button', { name: 'Keep waiting' }).click()
    await expect(ask).toBeHidden()
    await replace('Cancel transaction')
    await ask.getByRole('button', { name: 'Cancel transaction' }).click()
    await expect(ask).toBeHidden()
    await expect(info.getByText('Cancelling...')).toBeVisible()
    await expect(info).toContainText('FeeAt most')
    await expect(info.getByRole('button', { name: 'Speed up', exact: true })).toBeHidden()
    await expect(attempt(2)).toContainText('Cancellation')
    await replace('Speed up the cancellation')
    await shoot(page, 'replace-cancel-again')
    await ask.getByRole('button', { name: 'Keep waiting' }).click()
    await expect(ask).toBeHidden()
    await replace('Speed up the cancellation')
    await ask.getByRole('button', { name: 'Speed up' }).click()
    await expect(attempt(3)).toContainText('Waiting for a block')
    await replace('Speed up the cancellation')
    await mineBlock(BITCOIN)
    await expect(ask.getByText('It is in a block now')).toBeVisible()
    await shoot(page, 'replace-gone')
    await ask.getByRole('button', { name: 'Close' }).click()
    await expect(ask).toBeHidden()
    await expect(info).toContainText('Cancelled on the network. The fee was paid.')
    await expect(attempt(1)).toContainText('Never took place')
    await expect(attempt(3)).toContainText('Confirmed')
    await shoot(page, 'replace-cancelled')
    await closeInfo()
    await expect(row('-0.06 BTC').getByText('Cancelled')).toBeVisible()
    const { items } = await client.ok(listTransactions, { query: { walletId: wallet.id } })
    const cancelled = items.find((item) => item.amount === '6000000')
    await expect.poll(held).toBe(before - BigInt(cancelled?.fee ?? 0))
  })

  await test.step('where a later send spends what came back, that one is sped up and pays for both', async () => {
    await hang('BTC', SEGWIT, '0.03')
    await closeInfo()
    await hang('BTC', SEGWIT, '0.02')
    await closeInfo()
    await row('-0.03 BTC').getByRole('button').first().click()
    await info.getByRole('button', { name: 'Cancel transaction' }).click()
    await expect(ask).toContainText('What came back from this transaction is being spent already.')
    await shoot(page, 'replace-refused')
    await ask.getByRole('button', { name: 'Close' }).click()
    await expect(ask).toBeHidden()
    await replace('Speed up')
    await expect(ask).toContainText('at a higher fee that pays for both')
    await shoot(page, 'replace-by-later')
    await ask.getByRole('button', { name: 'Speed up' }).click()
    await expect(ask).toBeHidden()
    await closeInfo()
    await row('-0.02 BTC').getByRole('button').first().click()
    await expect(attempt(2)).toContainText('Waiting for a block')
    await closeInfo()
    await mineBlock(BITCOIN)
    for (const sent of ['-0.03 BTC', '-0.02 BTC'])
      await expect(row(sent).getByText('Sending')).toBeHidden({ timeout: 30_000 })
    await holdBlocks(BITCOIN, false)
  })

  await test.step('the same on an EVM chain', async () => {
    await settled('+3.00 ETH')
    await holdBlocks('hardhat', true)
    for (const [sent, action, status] of [
      ['1.25', 'Speed up', 'Success'],
      ['1.50', 'Cancel transaction', 'Cancelled on the network. The fee was paid.'],
    ] as const) {
      await hang('ETH', RECIPIENT, sent)
      await replace(action)
      // Fees that are alike in short are shown with all their digits.
      await expect(ask).not.toContainText('<0.')
      await shoot(page, `replace-evm-${sent}`)
      await ask.getByRole('button', { name: action }).click()
      await expect(attempt(2)).toContainText('Waiting for a block')
      // It waits here already, but may be on its way to the node: a block that comes before takes the first one.
      const [hash = ''] = /0x[0-9a-f]{64}/.exec((await attempt(2).textContent()) ?? '') ?? []
      await expect.poll(() => askNode('hardhat', 'eth_getTransactionByHash', [hash])).not.toBeNull()
      await mineBlock('hardhat')
      await expect(info).toContainText(status)
      await expect(attempt(1)).toContainText('Never took place')
      await expect(attempt(2)).toContainText('Confirmed')
      await closeInfo()
    }
    await holdBlocks('hardhat', false)
  })
})

test('guardians approve a higher fee of a send that hangs, once they are asked', async ({ signedIn }) => {
  test.slow()
  const owner = await signedIn({ wallet: 'Harbour Fund', verified: true })
  const guardian = await signedIn({ wallet: 'Own Wallet' })
  const { page, wallet, client } = owner
  const { info, details, field, amount, next, openForm, row, settled } = screensOf(page)
  await giveBitcoin(owner, wallet, '0.5')
  await guard(owner, wallet, guardian)
  await page.reload()
  await page.getByRole('tab', { name: 'Activity' }).click()
  const ask = page.getByRole('alertdialog')
  const higher = info.getByRole('region', { name: 'Higher fee', exact: true })
  const sent = async () => {
    const { items } = await client.ok(listTransactions, { query: { walletId: wallet.id } })
    const found = items.find((item) => item.amount === '5000000')
    if (!found) throw new Error('It was not sent')
    return found
  }
  const params = async () => ({ id: wallet.id, txId: (await sent()).id })
  const decide = async (name: 'Approve' | 'Decline') => {
    await guardian.page.getByRole('article').getByRole('button', { name }).click()
    await expect(guardian.page.getByRole('article')).toBeHidden()
  }
  const askGuardians = async () => {
    await info.getByRole('button', { name: 'Speed up', exact: true }).click()
    await ask.getByRole('button', { name: 'Ask Guardians', disabled: false }).click()
    await expect(ask).toBeHidden()
    await expect(higher.getByText('0 of 1 approved')).toBeVisible()
  }

  await test.step('it hangs, and all that was approved is spent on its fee', async () => {
    await openForm()
    await field.fill(SEGWIT)
    await amount.fill('0.05')
    await next.click()
    await holdBlocks(BITCOIN, true)
    await details.getByRole('button', { name: 'Submit', disabled: false }).click()
    await expect(details).toBeHidden()
    await openHub(guardian.page)
    await decide('Approve')
    await row('-0.05 BTC').getByRole('button').first().click()
    await expect(info.getByRole('button', { name: 'Speed up' })).toBeVisible()
    for (let isWithin = true; isWithin; ) {
      const of = await params()
      const { speedUp } = await client.ok(replacementOf, { params: of })
      isWithin = speedUp.fee !== undefined
      const { fee } = speedUp
      if (fee !== undefined) await client.ok(speedUpTransaction, { params: of, body: { maxFee: fee } })
    }
  })

  await test.step('the dialog says what they are asked, and asks them', async () => {
    await info.getByRole('button', { name: 'Speed up', exact: true }).click()
    await expect(ask).toContainText('It would have to cost more than your Guardians approved.')
    await expect(ask).toContainText(/New limitAt most \d+ Satoshi/)
    await shoot(page, 'replace-anew')
    expect(await faultsInBothThemes(page)).toEqual([])
    await ask.getByRole('button', { name: 'Keep waiting' }).click()
    await expect(ask).toBeHidden()
    await askGuardians()
    await expect(page.getByText('Your Guardians are asked to approve the higher fee.')).toBeVisible()
    await expect(info.getByRole('button', { name: 'Speed up', exact: true })).toBeHidden()
    await shoot(page, 'replace-asked')
    expect(await faultsInBothThemes(page)).toEqual([])
  })

  await test.step('a decline ends that alone, and so does its owner', async () => {
    const refused = page.getByText(`${guardian.email} declined the higher fee.`)
    await guardian.page.getByRole('button', { name: 'Add a reason' }).click()
    await guardian.page.getByLabel('Reason').fill('Too dear')
    await decide('Decline')
    await expect(higher).toBeHidden()
    await expect(info.getByRole('status').filter({ has: refused })).toContainText('Reason: Too dear')
    await shoot(page, 'replace-refused-fee')
    expect(await faultsInBothThemes(page)).toEqual([])
    await askGuardians()
    await expect(refused).toBeHidden()
    await expect(higher).toContainText(/New limitAt most \d+ Satoshi\$ \d+\.\d{2}0 of 1/)
    await higher.getByRole('button', { name: 'Withdraw the request' }).click()
    await expect(page.getByText('Your Guardians are not asked any more.')).toBeVisible()
    await expect(higher).toBeHidden()
    await expect(guardian.page.getByRole('article')).toBeHidden()
    expect((await sent()).status).toBe('broadcasting')
  })

  await test.step('the guardian reads that only the fee rises; then it goes out once more', async () => {
    await askGuardians()
    const before = await sent()
    const card = guardian.page.getByRole('article', { name: /^Higher fee for 0\.05 BTC from/ })
    await expect(card).toContainText('Nothing more is sent: only its fee may rise.')
    await expect(card).toContainText(/Network fee so farAt most \d+ Satoshi/)
    await expect(card).toContainText(/Higher network feeAt most \d+ Satoshi/)
    await shoot(guardian.page, 'hub-higher-fee')
    await guardian.page.getByRole('button', { name: /^Inbox/ }).click()
    await guardian.page.getByRole('button', { name: /^0\.05 BTC.*Speed up · / }).click()
    await expect(guardian.page.getByRole('dialog', { name: 'Waiting for you' })).toBeHidden()
    await expect(card).toBeVisible()
    expect(await faultsInBothThemes(guardian.page)).toEqual([])
    await decide('Approve')
    await expect(higher).toBeHidden()
    await expect.poll(async () => (await sent()).attempts?.length).toBe((before.attempts?.length ?? 0) + 1)
    await info.getByRole('button', { name: 'Close' }).last().click()
    await expect(row('-0.05 BTC')).toHaveCount(1)
    await holdBlocks(BITCOIN, false)
    await settled('-0.05 BTC')
    const done = await sent()
    expect([done.status, done.hash]).not.toContain(before.hash)
    expect(done.status).toBe('success')
  })
})
