import { expect, type Locator, type Page } from 'playwright/test'
import { shoot } from './guardian.ts'
import { CHAIN } from './member.ts'
import { appUrl } from './sandbox.ts'
import { DESKTOP, PHONE, test } from './signedin.ts'

const MOST = (2n ** 256n - 1n).toString()
const CONTRACT = '0x52908400098527886E0F7030069857D2E4169EE7'
const ZERO = `0x${'0'.repeat(40)}`
const AT = '2026-01-02T03:04:05.000Z'
const NAME = 'an extraordinarily long name of a token that goes on and on'

const asset = (id: string, more: object) => ({
  id,
  symbol: 'rbnt',
  accountId: 'a1',
  blockchain: CHAIN,
  amount: '1234567890123456789',
  ...more,
})

const assets = [
  asset('plain', { symbol: 'rbnt' }),
  asset('huge', { symbol: 'huge', type: 'ERC20', address: CONTRACT, decimals: 18, amount: MOST }),
  asset('whole', { symbol: 'whole', type: 'ERC20', address: CONTRACT, decimals: 0, amount: MOST }),
  asset('long', { symbol: NAME, type: 'ERC20', address: CONTRACT, amount: '1000000000000000000' }),
  asset('item', { symbol: 'ape', type: 'ERC721', address: CONTRACT, amount: '1', tokenId: MOST }),
  asset('odd', { symbol: 'odd', amount: '1.5' }),
]

const transactions = (walletId: string) => {
  const row = (id: string, more: object, direction = 'income') => ({
    id,
    hash: `0x${id.padStart(64, '0')}`,
    blockNumber: 7,
    sender: CONTRACT,
    recipient: CONTRACT,
    amount: '1500000000000000000',
    direction,
    status: 'success',
    createdAt: AT,
    description: '',
    assetSymbol: 'rbnt',
    blockchain: CHAIN,
    accountTxs: [{ walletId, accountId: 'a1', direction }],
    ...more,
  })
  return [
    row('1', { sender: ZERO, assetSymbol: NAME, amount: MOST }),
    row('2', { blockchain: 'bitcoin:regtest', assetSymbol: 'btc', assetDecimals: 8, amount: '1' }, 'outcome'),
    row('3', { assetSymbol: 'ape', assetDecimals: 0, amount: '1', assetTokenId: MOST }, 'outcome'),
    row('4', { hash: null, sender: null, description: 'Received in block 7' }),
    row('5', { fee: '21000001', description: 'x'.repeat(140) }, 'outcome'),
    row('7', { status: 'broadcasting' }, 'outcome'),
    row('6', { createdAt: 'yesterday' }),
  ]
}

/** What waits for a guardian: a call with long words, and an item with a long number. */
const cards = () => {
  const approval = (id: string, more: object) => ({
    id,
    txId: id,
    status: 'pending',
    sender: CONTRACT,
    initiator: 'mara@lindqvist.example',
    approverWalletAddress: CONTRACT,
    walletName: 'Harbour Fund',
    blockchain: CHAIN,
    expiresAt: '2030-01-02T03:04:05.000Z',
    required: 1,
    approved: 0,
    policyVersion: 1,
    recipientKnown: false,
    feeCeiling: '21000001',
    ...more,
  })
  const call = {
    headline: 'Allow 0x5290…9EE7 to move all your tokens',
    sentence: `${CONTRACT} can then move up to all of ${CONTRACT} without your Guardians, until revoked.`,
    data: `0x095ea7b3${'ff'.repeat(64)}`,
    bytes: 68,
    danger: true,
  }
  const approvals = [
    approval('1', { kind: 'call', recipient: CONTRACT, amount: '0', assetSymbol: 'rbnt', call }),
    approval('2', {
      kind: 'send',
      recipient: ZERO,
      recipientHints: ['zero'],
      amount: '1',
      assetSymbol: NAME,
      assetAddress: CONTRACT,
      assetTokenId: MOST,
      assetDecimals: 0,
    }),
  ]
  const guarded = [
    {
      id: 'g1',
      name: 'Harbour Fund',
      user: { email: 'mara@lindqvist.example' },
      approverStatus: 'confirmed',
    },
  ]
  return { approvals, guarded }
}

/** No screen scrolls sideways, whatever stands on it. */
const expectBounded = async (page: Page) => {
  const [inner, scroll] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth])
  expect(scroll).toBeLessThanOrEqual(inner ?? 0)
}

const columns = async (page: Page) =>
  (
    await page
      .getByRole('columnheader')
      .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect()))
  ).map(({ left, right }) => [Math.round(left), Math.round(right)])

/** Each cell stays within its column, as far as it can be seen. */
const expectInColumns = async (page: Page) => {
  const over = await page
    .getByRole('cell')
    .evaluateAll((cells) =>
      cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map(({ textContent }) => textContent),
    )
  expect(over).toEqual([])
}

const open = async (page: Page, tab: string) => {
  await page.getByRole('tab', { name: tab }).click()
  await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
}

const info = async (page: Page, row: Locator) => {
  await row.getByRole('button', { name: /^(Send|Receive) Funds$/ }).click()
  const panel = page.getByRole('dialog', { name: 'Transaction Info' })
  await expect(panel).toBeVisible()
  return panel
}

const close = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('what strangers write keeps its place, and is there in full on demand', async ({ signedIn }) => {
  const { page, wallet } = await signedIn({ wallet: 'Harbour Fund', verified: true, path: '' })
  const faults: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/faults')) faults.push(request.postData() ?? '')
  })
  const list = (items: unknown[]) => ({ json: { items, total: items.length } })
  await page.route(/\/api\/v1\/assets\?/, (route) => route.fulfill(list(assets)))
  await page.route(/\/api\/v1\/transactions\?/, (route) => route.fulfill(list(transactions(wallet.id))))
  await page.goto(`${appUrl()}/wallets`)

  await test.step('a row that cannot be read hides no other, and is reported', async () => {
    await expect(page.getByRole('row')).toHaveCount(6)
    await open(page, 'Activity')
    await expect(page.getByRole('row')).toHaveCount(7)
    await expect
      .poll(() => faults.map((fault) => JSON.parse(fault).message).sort())
      .toEqual([
        expect.stringContaining('assets odd: amount'),
        expect.stringContaining('transactions 6: createdAt'),
      ])
  })

  await test.step('columns stay where they are', async () => {
    for (const width of [1280, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      for (const tab of ['Assets', 'Activity']) {
        await open(page, tab)
        await expectBounded(page)
        await expectInColumns(page)
        const [first] = await columns(page)
        expect(first?.[1]).toBeGreaterThan(width / 5)
      }
    }
    await page.setViewportSize(DESKTOP)
  })

  await test.step('an amount shows all its digits on hover, on focus and on a press', async () => {
    await open(page, 'Assets')
    const row = page.getByRole('row').filter({ hasText: 'RBNT' })
    const amount = row.getByRole('button', { name: '1.234567890123456789 RBNT' })
    await expect(amount).toHaveAttribute('title', '1.234567890123456789')
    await expect(row.getByText('1.23', { exact: true })).toBeVisible()
    const whole = row.locator('[popover]')
    await expect(whole).toBeHidden()
    await amount.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(whole).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(whole).toBeHidden()
    await amount.click()
    await expect(whole).toHaveText('1.234567890123456789 RBNT')
    await shoot(page, 'assets')
    await page.keyboard.press('Escape')
    const token = page.getByRole('row').filter({ hasText: 'HUGE' })
    await expect(token.getByRole('cell').last()).toContainText('Contract')
    await token.getByRole('button', { name: 'Copy contract address 0x5290...9EE7' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(CONTRACT)
  })

  for (const width of [PHONE.width, 320]) {
    await test.step(`nothing is wider than a phone of ${width} px`, async () => {
      await page.setViewportSize({ width, height: PHONE.height })
      await open(page, 'Assets')
      await expectBounded(page)
      const item = page.getByRole('listitem').filter({ hasText: 'APE #115792...9935' })
      await item.getByRole('button', { name: /^1 APE/ }).click()
      const whole = item.locator('[popover]:popover-open')
      await expect(whole).toContainText(MOST)
      await expect(whole).toContainText(CONTRACT)
      await expectBounded(page)
      await page.keyboard.press('Escape')

      await open(page, 'Activity')
      await expectBounded(page)
      const rows = page.getByRole('listitem')
      const satoshi = rows.filter({ hasText: '-<0.000001 BTC' })
      await expect(satoshi).toContainText('Bitcoin Regtest')
      await expect(satoshi).toContainText(/02 Jan 2026, \d{1,2}:04 [AP]M GMT/)
      await expect(rows.filter({ hasText: 'Minted' })).toContainText('Receive Funds')
      await expect(rows.filter({ hasText: 'Received in block 7' })).toHaveCount(1)

      const sum = await info(page, satoshi)
      await expect(sum).toContainText('-0.00000001 BTC')
      await close(page)
      const collected = await info(page, rows.filter({ hasText: '-1 APE #115792...9935' }))
      await expect(collected).toContainText(`#${MOST}`)
      await expect(collected.getByText('$', { exact: false })).toHaveCount(0)
      await expectBounded(page)
      await close(page)
      const minted = await info(page, rows.filter({ hasText: 'Minted' }))
      await expect(minted).toContainText('584007913129639935')
      if (width === PHONE.width) await shoot(page, 'info')
      await expectBounded(page)
      await close(page)
      const paid = await info(
        page,
        rows.filter({ hasText: 'To 0x5290' }).filter({ hasText: '-1.50 RBNT' }).first(),
      )
      await expect(paid).toContainText('0.000000000021000001 RBNT')
      await expectBounded(page)
      await expect(paid.getByRole('link', { name: 'View in block explorer' })).toHaveCount(0)
      await paid.getByText('Technical details').click()
      await expect(paid.getByText('Block', { exact: true })).toBeHidden()
      await close(page)
    })
  }
  await shoot(page, 'activity')

  await test.step('where a chain has an explorer, a transaction leads there, in a window that knows nothing of this one', async () => {
    // Those of the sandbox are local and have none.
    await page.route(/\/api\/v1\/config(?:\?|$)/, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), explorers: {} } })
    })
    await expect.poll(() => page.evaluate(() => history.state?.layer ?? 0)).toBe(0)
    await page.goto(`${appUrl()}/wallets?tab=activity`)
    const row = page.getByRole('listitem').filter({ hasText: 'To 0x5290' }).filter({ hasText: '-1.50 RBNT' })
    const link = (await info(page, row.first())).getByRole('link', { name: 'View in block explorer' })
    await expect(link).toHaveAttribute(
      'href',
      /^https:\/\/redbelly\.testnet\.routescan\.io\/tx\/0x0+[1-9]\d*$/,
    )
    await expect(link).toHaveAttribute('rel', /noopener/)
    await page
      .context()
      .route('https://redbelly.testnet.routescan.io/**', (route) => route.fulfill({ body: '' }))
    const opening = page.context().waitForEvent('page')
    await link.click()
    const opened = await opening
    await opened.waitForURL(/routescan/)
    expect(await opened.evaluate(() => opener)).toBeNull()
    await opened.close()
    await page.bringToFront()
    await close(page)
  })

  await test.step('nor is a card of the Guardian Hub', async () => {
    const { approvals, guarded } = cards()
    await page.route(/\/api\/v1\/approval-flow(?:\?|$)/, (route) => route.fulfill(list(approvals)))
    await page.route(/\/api\/v1\/wallets\/guarded/, (route) => route.fulfill(list(guarded)))
    // The panel's entry in the history is taken back first: a move that is under way would end this one.
    await expect.poll(() => page.evaluate(() => history.state?.layer ?? 0)).toBe(0)
    await page.goto(`${appUrl()}/guardian-hub`)
    await expect(page.getByRole('article')).toHaveCount(2)
    await expectBounded(page)
    await expect(page.getByText('This is the zero address.')).toBeVisible()
    const [first, second] = [page.getByRole('article').nth(0), page.getByRole('article').nth(1)]
    await first.getByRole('button', { name: 'Details' }).click()
    const sheet = page.getByRole('dialog', { name: 'Transaction Details' })
    await sheet.getByText('Technical details').click()
    await sheet.getByText('Data (68 bytes)').click()
    await expect(sheet.getByText('0x095ea7b3')).toBeVisible()
    await expectBounded(page)
    await close(page)
    await page.setViewportSize(DESKTOP)
    await first.getByText('Technical details').click()
    await expect(first.getByText('Data (68 bytes)')).toBeVisible()
    await second.getByRole('button', { name: 'Details' }).click()
    await expect(second.getByText('Technical details')).toBeVisible()
    await expectBounded(page)
  })
})
