import { makeAuthenticator } from '#tests/e2e/authenticator.ts'
import { enrol, openWallet } from '#tests/e2e/member.ts'
import { enterCode, enterEmail, newEmail, passEmail } from '#tests/e2e/person.ts'
import { appUrl, mailTo, signInCode } from '#tests/e2e/sandbox.ts'
import type { Album } from './album.ts'

const at = (path: string) => `${appUrl()}${path}`

const signUp = async ({ stranger, shoot }: Album) => {
  const page = await stranger()
  await page.goto(at('/auth'))
  await page.getByLabel('Email').waitFor()
  await shoot(page, 'auth')
  await page.getByRole('button', { name: 'Continue with Email' }).click()
  await page.getByRole('alert').waitFor()
  await shoot(page, 'auth-error')
  const email = newEmail()
  const id = await enterEmail(page, email)
  await page.getByLabel('Code').waitFor()
  await shoot(page, 'verify')
  await enterCode(page, '000000')
  await page.getByRole('alert').waitFor()
  await shoot(page, 'verify-error')
  await enterCode(page, await signInCode(email, id))
  await page.waitForURL('**/two-factor/download-app')
  await page.getByRole('link', { name: 'Authy' }).waitFor()
  await shoot(page, 'download-app')
  await page.getByRole('link', { name: 'Authy' }).click()
  await page.getByRole('dialog').getByRole('img').nth(1).waitFor()
  await shoot(page, 'download-app-dialog')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'I Have the App, Continue' }).click()
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  await shoot(page, '2fa-setup')
  const authenticator = makeAuthenticator((await page.locator('code').textContent()) ?? '')
  await enterCode(page, '000000')
  await page.getByRole('alert').waitFor()
  await shoot(page, '2fa-setup-error')
  await enterCode(page, authenticator.code())
  await page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem').nth(9).waitFor()
  await shoot(page, 'backup-codes')
  await page.getByRole('button', { name: 'I Backed Up Codes' }).click()
  await page.getByRole('button', { name: 'Confirm' }).waitFor()
  await shoot(page, '2fa-enabled')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'No wallets' }).waitFor()
  await shoot(page, 'wallets-empty')
}

const comeBack = async ({ stranger, shoot }: Album) => {
  const { email, backupCodes, authenticator } = await enrol()
  const page = await stranger()
  await passEmail(page, email)
  await page.waitForURL('**/two-factor/check')
  await shoot(page, '2fa-check')
  await enterCode(page, '000000')
  await page.getByRole('alert').waitFor()
  await shoot(page, '2fa-check-error')
  await page.getByRole('button', { name: 'Backup Code' }).click()
  await page.waitForURL('**/two-factor/backup-sign-in')
  await shoot(page, 'backup-sign-in')
  await enterCode(page, backupCodes[0] ?? '')
  await page.waitForURL('**/two-factor/backup-code-used')
  await shoot(page, 'backup-code-used')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Available Backup Codes' }).waitFor()
  await shoot(page, 'backup-codes-available')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('dialog').waitFor()
  await shoot(page, '2fa-restore')
  await page.getByRole('button', { name: 'Restore 2FA' }).click()
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  await shoot(page, '2fa-setup-again')
  const reader = await stranger()
  const mail = await mailTo(email, ({ subject }) => subject === 'Sign-in with a backup code')
  await reader.goto(/http\S+\/freeze#code=\S+/.exec(mail.text)?.[0] ?? '')
  await reader.getByRole('heading', { name: 'Freeze Your Account?' }).waitFor()
  await shoot(reader, 'freeze')
  await reader.getByRole('button', { name: 'Freeze My Account' }).click()
  await reader.getByRole('heading', { name: 'Your Account Is Frozen' }).waitFor()
  await shoot(reader, 'frozen')
  await enterCode(reader, authenticator.code())
  await reader.getByRole('heading', { name: 'The Freeze Is Lifted' }).waitFor()
  await shoot(reader, 'freeze-lifted')
}

const elsewhere = async ({ stranger, shoot }: Album) => {
  const page = await stranger()
  await page.goto(at('/nope'))
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await shoot(page, '404')
  await page.goto(at('/auth'))
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  // Its clock stands still while it is pointed at.
  await page.getByText('Google sign-in is not configured').hover()
  await shoot(page, 'auth-google-error')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Sign In' }).waitFor()
  await shoot(page, 'auth-offline')
}

const asked = async ({ signedIn, shoot }: Album) => {
  const { page, wallet } = await signedIn('asked', (member) => openWallet(member, 'Harbour Fund'))
  for (const [name, path, heading] of [
    ['release', `/release?wallet=${wallet.id}`, 'Let This Wallet Go On?'],
    ['recover-guardian', `/recover?wallet=${wallet.id}`, 'Did the Owner Lose It?'],
    ['recover', '/recover', 'Stop a New Authenticator?'],
  ] as const) {
    await page.goto(at(path))
    await page.getByRole('heading', { name: heading }).waitFor()
    await shoot(page, name)
  }
  await page.getByRole('button', { name: 'Stop It' }).click()
  await page.getByRole('heading', { name: 'It Is Stopped' }).waitFor()
  await shoot(page, 'recover-stopped')
}

export const wayIn = async (album: Album): Promise<void> => {
  await Promise.all([
    album.chapter('signing up', () => signUp(album)),
    album.chapter('coming back', () => comeBack(album)),
    album.chapter('errors on the way in', () => elsewhere(album)),
    album.chapter('asked by mail', () => asked(album)),
  ])
}
