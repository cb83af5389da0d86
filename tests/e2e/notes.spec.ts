import { expect } from 'playwright/test'
import { sendEvm } from '#contract/endpoints/transaction.ts'
import { listAssets } from '#contract/endpoints/wallet.ts'
import { faultsInBothThemes } from './axe.ts'
import { CHAIN, guard, openWallet } from './member.ts'
import { appUrl } from './sandbox.ts'
import { PHONE, test } from './signedin.ts'
import { NARROW, tooWide } from './width.ts'

const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'

test('a note goes with a transfer to its guardians, and a reason comes back', async ({ signedIn }) => {
  const owner = await signedIn({ wallet: 'Harbour Fund', coins: '3' })
  const guardian = await signedIn({ name: 'ines', path: '' })
  const own = await openWallet(guardian, 'Own Wallet')
  await guard(owner, owner.wallet, { ...guardian, wallet: own })
  const { page } = owner
  const form = page.getByRole('dialog', { name: 'Send Funds' })
  const details = page.getByRole('dialog', { name: 'Transaction Details' })
  const card = guardian.page.getByRole('article')
  const sheet = guardian.page.getByRole('dialog', { name: 'Transaction Details' })

  await test.step('it is one line of at most 140 characters', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('button', { name: /^Asset:/ }).click()
    await page.getByRole('option', { name: 'RBNT' }).click()
    await form.getByLabel('Wallet address').fill(RECIPIENT)
    await form.getByLabel('Amount', { exact: true }).fill('1')
    await form.getByLabel('Note').fill('x'.repeat(141))
    await form.getByRole('button', { name: 'Next' }).click()
    await expect(form.getByText('Note should contain maximum 140 symbols')).toBeVisible()
    await form.getByLabel('Note').fill('Invoice 12, https://nordlys.example')
    await form.getByRole('button', { name: 'Next' }).click()
    await expect(details.getByText('Invoice 12, https://nordlys.example')).toBeVisible()
    await details.getByRole('button', { name: 'Back' }).click()
    await expect(form.getByLabel('Note')).toHaveValue('Invoice 12, https://nordlys.example')
    await form.getByRole('button', { name: 'Next' }).click()
    const submit = details.getByRole('button', { name: 'Submit' })
    await expect(submit).toBeEnabled()
    await submit.click()
    await expect(details).toBeHidden()
  })

  await test.step('the guardian reads it, and says why he declines', async () => {
    await guardian.page.goto(`${appUrl()}/settings`)
    await guardian.page.getByRole('switch', { name: 'Hide amounts' }).click()
    await guardian.page.getByRole('link', { name: 'Guardian Hub' }).click()
    // What he decides on is never covered.
    await expect(card.getByRole('heading', { name: '1 RBNT' })).toBeVisible()
    await expect(guardian.page.getByRole('img', { name: 'Hidden amount' })).toHaveCount(0)
    await expect(card.getByText('Invoice 12, https://nordlys.example')).toBeVisible()
    await expect(card.getByRole('link')).toHaveCount(0)
    const ends = await Promise.all(
      ['Add a reason', 'Decline', 'Approve'].map(async (name) => {
        const box = await card.getByRole('button', { name }).boundingBox()
        return box ? box.x + box.width : 0
      }),
    )
    expect(ends).toEqual(ends.toSorted((a, b) => a - b))
    await card.getByRole('button', { name: 'Add a reason' }).click()
    const reason = card.getByLabel('Reason')
    await expect(reason).toBeFocused()
    await reason.fill('x'.repeat(141))
    await card.getByRole('button', { name: 'Decline' }).click()
    await expect(card.getByText('Reason should contain maximum 140 symbols')).toBeVisible()
    await reason.fill('Paid already')
    await card.getByRole('button', { name: 'Approve' }).click()
    await expect(card.getByText('A reason goes with Decline. Clear it to approve.')).toBeVisible()
    await expect(reason).toHaveValue('Paid already')
  })

  await test.step('on a phone the buttons are in sight, and a tap opens all of it in a sheet', async () => {
    await guardian.page.setViewportSize(PHONE)
    await guardian.page.reload()
    const approve = card.getByRole('button', { name: 'Approve' })
    await expect(approve).toBeInViewport({ ratio: 1 })
    await card.getByRole('button', { name: 'Add a reason' }).click()
    await expect(card.getByLabel('Reason')).toBeFocused()
    // Below the field, and not below the bar at the bottom.
    const [field, button, bar] = await Promise.all(
      [card.getByLabel('Reason'), approve, guardian.page.getByRole('navigation').last()].map((one) =>
        one.boundingBox(),
      ),
    )
    expect(field && field.y + field.height).toBeLessThan(button?.y ?? 0)
    expect(button && button.y + button.height).toBeLessThan(bar?.y ?? 0)
    await card.getByLabel('Reason').fill('Paid already')
    await approve.click()
    await expect(card.getByText('A reason goes with Decline. Clear it to approve.')).toBeVisible()
    const moved = await approve.boundingBox()
    expect(moved && moved.y + moved.height).toBeLessThan(bar?.y ?? 0)
    await expect(card.getByText('Invoice 12, https://nordlys.example')).toBeVisible()
    await card.getByRole('button', { name: 'Details' }).click()
    await expect(sheet.getByText('Invoice 12, https://nordlys.example')).toBeVisible()
    await expect(sheet.getByText('At most', { exact: false }).first()).toBeVisible()
    await expect(sheet.getByRole('button', { name: 'Approve' })).toBeInViewport({ ratio: 1 })
    await expect(guardian.page.getByRole('img', { name: 'Hidden amount' })).toHaveCount(0)
    expect(await faultsInBothThemes(guardian.page)).toEqual([])
    await guardian.page.setViewportSize(NARROW)
    await expect.poll(() => tooWide(guardian.page)).toEqual([])
    await guardian.page.setViewportSize(PHONE)
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toHaveCount(0)
    await expect(card.getByRole('button', { name: 'Details' })).toBeFocused()
    await guardian.page.keyboard.press('Enter')
    await sheet.getByRole('button', { name: 'Add a reason' }).click()
    await sheet.getByLabel('Reason').fill('Paid already')
    await sheet.getByRole('button', { name: 'Decline' }).click()
    await guardian.page.getByRole('status').getByText('Declined.', { exact: true }).waitFor()
    await expect(sheet).toHaveCount(0)
    await expect(guardian.page.getByText('All Clear')).toBeVisible()

    const { items } = await owner.client.ok(listAssets, { query: { walletId: owner.wallet.id } })
    const assetId = items.find(({ blockchain }) => blockchain === CHAIN)?.id ?? ''
    await owner.client.ok(sendEvm, {
      params: { id: owner.wallet.id },
      body: { assetId, amount: '2900000000000000000', recipient: RECIPIENT, description: '', gas: 'normal' },
    })
    await expect(card.getByText('This sends almost everything in this wallet.')).toBeVisible()
    await card.getByRole('button', { name: 'Details' }).click()
    await sheet.getByRole('button', { name: 'Approve' }).click()
    await expect(sheet).toHaveCount(0)
    await expect(guardian.page.getByText('All Clear')).toBeVisible()
  })

  await test.step('the owner finds both', async () => {
    await page.getByRole('tab', { name: 'Activity' }).click()
    await page.getByRole('searchbox').fill('invoice 12')
    await page.getByRole('button', { name: 'Send Funds' }).click()
    const info = page.getByRole('dialog', { name: 'Transaction Info' })
    await expect(
      info.getByRole('note').filter({ hasText: 'Invoice 12, https://nordlys.example' }),
    ).toBeVisible()
    await expect(info.getByText('Paid already')).toBeVisible()
  })
})
