import type { Page } from 'playwright/test'
import { giveBitcoin, guard, openWallet, verify } from '#tests/e2e/member.ts'
import { appUrl } from '#tests/e2e/sandbox.ts'
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
}
