import type { Page } from 'playwright/test'
import { API_PREFIX } from '#contract/endpoint.ts'
import { completeOtp, signIn, verifySignIn } from '#contract/endpoints/auth.ts'
import { openWallet } from '#tests/e2e/member.ts'
import { appUrl, signInCode } from '#tests/e2e/sandbox.ts'
import { Client } from '#tests/server/harness/client.ts'
import type { Album } from './album.ts'

const at = (page: Page, section: string) =>
  page.getByRole('heading', { name: section, exact: true }).evaluate((heading) => heading.scrollIntoView())

/** Settings: every section, and what is there when little is. */
export const settings = async ({ signedIn, shoot, chapter }: Album): Promise<void> => {
  const member = await signedIn('mara', (one) => openWallet(one, 'Harbour Fund'))
  const { page, email, authenticator } = member
  const phone = new Client(appUrl())
  const { id } = await phone.ok(signIn, { body: { email } })
  await phone.ok(verifySignIn, { body: { id, code: await signInCode(email, id) } })
  await phone.raw(`${API_PREFIX}/${completeOtp.path}`, {
    method: 'POST',
    body: { code: authenticator.code() },
    headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Version/18.0 Mobile Safari/604.1' },
  })
  await chapter('settings', async () => {
    await page.goto(`${appUrl()}/settings`)
    await page.getByText('Safari on iPhone').first().waitFor()
    await shoot(page, 'settings')
    for (const section of ['Account log', 'Notifications', 'Install']) {
      await at(page, section)
      await shoot(page, `settings-${section.split(' ')[0]?.toLowerCase()}`, () => at(page, section))
    }
  })
  await chapter('a fresh second factor', async () => {
    const stale = { name: 'StepUpRequiredError', message: 'Confirm', traceId: 't' }
    await page.route('**/sessions/end-others', (route) => route.fulfill({ status: 403, json: stale }))
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await dialog.getByLabel('Code', { exact: true }).waitFor()
    await shoot(page, 'settings-step-up')
    await dialog.getByLabel('Code', { exact: true }).fill('000000')
    await dialog.getByText('Wrong code. 4 tries left.').waitFor()
    await shoot(page, 'settings-step-up-error')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
  await chapter('settings that cannot be read', async () => {
    await page.route(/\/api\/v1\/(sessions|account-log|factors)/, (route) =>
      route.fulfill({ status: 503, json: { name: 'Error', message: 'Down', traceId: 't' } }),
    )
    await page.goto(`${appUrl()}/settings`)
    await page.getByText('Sessions could not be loaded').waitFor()
    await shoot(page, 'settings-failed')
    await page.unroute(/\/api\/v1\/(sessions|account-log|factors)/)
  })
  await chapter('few backup codes', async () => {
    await page.route('**/api/v1/factors', (route) =>
      route.fulfill({ json: { authenticatorAt: '2026-10-14T09:00:00Z', codes: { total: 10, left: 2 } } }),
    )
    await page.goto(`${appUrl()}/settings`)
    await page.getByText('2 of 10 left').waitFor()
    await at(page, 'Authenticator and backup codes')
    await shoot(page, 'settings-few-codes', () => at(page, 'Authenticator and backup codes'))
    await page.unroute('**/api/v1/factors')
  })
}
