import type { Page } from 'playwright/test'
import { replacementOf, speedUpTransaction } from '#contract/endpoints/replacement.ts'
import { listTransactions } from '#contract/endpoints/transaction.ts'
import { BITCOIN, giveBitcoin, guard, openWallet, verify } from '#tests/e2e/member.ts'
import { appUrl, holdBlocks, mineBlock } from '#tests/e2e/sandbox.ts'
import type { Album } from './album.ts'

const LEGACY = 'mfcGAzvis9JQAb6avB6WBGiGrgWzLxuGaC'
const TAPROOT = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const mined = (page: Page, text: string) =>
  row(page, text)
    .getByText(/Sending/)
    .waitFor({ state: 'hidden' })

/** A wallet's bitcoin: what comes in, what is sent, and what a guardian is asked about. */
export const bitcoin = async ({ signedIn, shoot, chapter }: Album): Promise<void> => {
  const guardian = await signedIn('tomas', (member) => openWallet(member, 'Own Wallet'))
  const owner = await signedIn('mara', async (member) => {
    const wallet = await openWallet(member, 'Harbour Fund')
    await verify(member, wallet)
    await giveBitcoin(member, wallet, '0.3142')
    return wallet
  })
  const { page, wallet } = owner
  const form = page.getByRole('dialog', { name: 'Send Funds' })
  const details = page.getByRole('dialog', { name: 'Transaction Details' })
  const openForm = async () => {
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await form.getByText('30–60 min').waitFor()
  }
  const info = async (name: string, picture: string) => {
    const panel = page.getByRole('dialog', { name: 'Transaction Info' })
    await page.getByRole('button', { name }).first().click()
    await panel.waitFor()
    await shoot(page, picture)
    await panel.getByRole('region').last().scrollIntoViewIfNeeded()
    await shoot(page, `${picture}-sides`)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
  }

  await chapter('bitcoin that came in', async () => {
    await row(page, 'BTC').waitFor()
    await shoot(page, 'bitcoin-assets')
    await page.getByRole('button', { name: /^QR code of Bitcoin/ }).click()
    await page.getByRole('dialog', { name: 'Bitcoin Regtest address' }).waitFor()
    await shoot(page, 'bitcoin-address')
    await page.keyboard.press('Escape')
    await tab(page, 'Activity')
    await mined(page, '+0.31 BTC')
    await shoot(page, 'bitcoin-activity')
    await info('Receive Funds', 'bitcoin-received')
  })
  await chapter('sending bitcoin', async () => {
    await openForm()
    await form.getByRole('button', { name: 'Max' }).click()
    await shoot(page, 'bitcoin-send-max')
    await form.getByLabel('Wallet address').fill(TAPROOT.replace('bcrt', 'tb'))
    await form.getByLabel('Amount', { exact: true }).fill('1')
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByRole('alert').first().waitFor()
    await shoot(page, 'bitcoin-send-errors')
    await form.getByLabel('Wallet address').fill(`bitcoin:${TAPROOT}?amount=1&req-thing=x`)
    await form.getByText('This payment link asks for something').waitFor()
    await shoot(page, 'bitcoin-send-link-refused')
    await form.getByLabel('Wallet address').fill(`bitcoin:${LEGACY}?amount=0.0452`)
    await form.getByText('Network fee at most').waitFor()
    await shoot(page, 'bitcoin-send')
    await form.getByRole('button', { name: 'Next' }).click()
    await details.getByRole('button', { name: 'Submit', disabled: false }).waitFor()
    await shoot(page, 'bitcoin-confirm')
    await details.getByRole('button', { name: 'Submit' }).click()
    await details.waitFor({ state: 'hidden' })
    await row(page, '-0.05 BTC').waitFor()
    await mined(page, '-0.05 BTC')
    await info('Send Funds', 'bitcoin-sent')
  })
  await chapter('bitcoin that hangs', async () => {
    const panel = page.getByRole('dialog', { name: 'Transaction Info' })
    const ask = page.getByRole('alertdialog')
    const replace = async (action: string, picture: string) => {
      await panel.getByRole('button', { name: action, exact: true }).click()
      await ask.getByText('New fee').waitFor()
      await shoot(page, picture)
    }
    await holdBlocks(BITCOIN, true)
    await openForm()
    await form.getByLabel('Wallet address').fill(LEGACY)
    await form.getByLabel('Amount', { exact: true }).fill('0.02')
    await form.getByRole('button', { name: 'Next' }).click()
    await details.getByRole('button', { name: 'Submit' }).click()
    await details.waitFor({ state: 'hidden' })
    await row(page, '-0.02 BTC').getByRole('button').first().click()
    await panel.getByRole('button', { name: 'Speed up' }).waitFor()
    await shoot(page, 'replace-hanging')
    await page.route(/\/replacement$/, (route) => route.fulfill({ status: 502, body: '' }), { times: 1 })
    await panel.getByRole('button', { name: 'Speed up' }).click()
    await ask.getByRole('button', { name: 'Try again' }).waitFor()
    await shoot(page, 'replace-failed')
    await ask.getByRole('button', { name: 'Keep waiting' }).click()
    await ask.waitFor({ state: 'hidden' })
    await replace('Speed up', 'replace-speed-up')
    await ask.getByRole('button', { name: 'Speed up' }).click()
    await panel.getByRole('region', { name: '2 attempts' }).scrollIntoViewIfNeeded()
    await shoot(page, 'replace-attempts')
    await replace('Cancel transaction', 'replace-cancel')
    await ask.getByRole('button', { name: 'Cancel transaction' }).click()
    await panel.getByText('Cancelling...').waitFor()
    await shoot(page, 'replace-cancelling')
    await replace('Speed up the cancellation', 'replace-cancel-again')
    await mineBlock(BITCOIN)
    await ask.getByText('It is in a block now').waitFor()
    await shoot(page, 'replace-gone')
    await ask.getByRole('button', { name: 'Close' }).click()
    await ask.waitFor({ state: 'hidden' })
    await panel.getByRole('region', { name: '3 attempts' }).scrollIntoViewIfNeeded()
    await shoot(page, 'replace-cancelled')
    await panel.getByRole('button', { name: 'Close' }).last().click()
    await panel.waitFor({ state: 'hidden' })
    await holdBlocks(BITCOIN, false)
  })
  await chapter('bitcoin that waits for a guardian', async () => {
    await guard(owner, wallet, guardian)
    await page.reload()
    await openForm()
    await form.getByLabel('Wallet address').fill(TAPROOT)
    await form.getByLabel('Amount', { exact: true }).fill('0.1')
    await form.getByRole('button', { name: 'Next' }).click()
    await details.getByRole('button', { name: 'Submit', disabled: false }).waitFor()
    await shoot(page, 'bitcoin-confirm-guarded')
    await details.getByRole('button', { name: 'Submit' }).click()
    await details.waitFor({ state: 'hidden' })
    await row(page, '-0.10 BTC').getByText('Pending approval...').waitFor()
    await info('Send Funds', 'bitcoin-waiting')
    await guardian.page.goto(`${appUrl()}/guardian-hub`)
    await guardian.page.getByRole('article').waitFor()
    await shoot(guardian.page, 'bitcoin-hub')
  })
  await chapter('a higher fee of bitcoin that hangs, for a guardian to approve', async () => {
    const panel = page.getByRole('dialog', { name: 'Transaction Info' })
    const ask = page.getByRole('alertdialog')
    const higher = panel.getByRole('region', { name: 'Higher fee', exact: true })
    const card = guardian.page.getByRole('article')
    const decide = async (name: 'Approve' | 'Decline') => {
      await card.getByRole('button', { name }).click()
      await card.waitFor({ state: 'hidden' })
    }
    const openAsk = async () => {
      await panel.getByRole('button', { name: 'Speed up', exact: true }).click()
      await ask.getByRole('button', { name: 'Ask Guardians', disabled: false }).waitFor()
    }
    const askGuardians = async () => {
      await ask.getByRole('button', { name: 'Ask Guardians' }).click()
      await ask.waitFor({ state: 'hidden' })
      await higher.getByText('0 of 1 approved').waitFor()
    }
    await holdBlocks(BITCOIN, true)
    await decide('Approve')
    await row(page, '-0.10 BTC').getByRole('button').first().click()
    await panel.getByRole('button', { name: 'Speed up' }).waitFor()
    const { items } = await owner.client.ok(listTransactions, { query: { walletId: wallet.id } })
    const params = { id: wallet.id, txId: items.find(({ amount }) => amount === '10000000')?.id ?? '' }
    // All that was approved is spent on its fee.
    for (;;) {
      const { speedUp } = await owner.client.ok(replacementOf, { params })
      if (speedUp.fee === undefined) break
      await owner.client.ok(speedUpTransaction, { params, body: { maxFee: speedUp.fee } })
    }
    await openAsk()
    await shoot(page, 'raise-ask')
    await askGuardians()
    await shoot(page, 'raise-waiting')
    await higher.getByRole('button', { name: 'Withdraw the request' }).scrollIntoViewIfNeeded()
    await shoot(page, 'raise-waiting-end')
    await card.getByText('Nothing more is sent').waitFor()
    await shoot(guardian.page, 'raise-hub')
    await guardian.page.getByRole('button', { name: /^Inbox/ }).click()
    await shoot(guardian.page, 'raise-inbox')
    await guardian.page.keyboard.press('Escape')
    await decide('Decline')
    await guardian.page.getByText('Past decisions').click()
    await guardian.page.getByText('Speed up ·').waitFor()
    await shoot(guardian.page, 'raise-hub-declined')
    await higher.waitFor({ state: 'hidden' })
    await shoot(page, 'raise-declined')
    await openAsk()
    await askGuardians()
    await decide('Approve')
    await higher.waitFor({ state: 'hidden' })
    await shoot(page, 'raise-approved')
    await page.keyboard.press('Escape')
    await holdBlocks(BITCOIN, false)
  })
}
