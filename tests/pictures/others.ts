import type { Page } from 'playwright/test'
import { inviteApprover } from '#contract/endpoints/guardian.ts'
import { openHub, send, sent } from '#tests/e2e/guardian.ts'
import { hold } from '#tests/e2e/hold.ts'
import {
  acceptInvites,
  enrol,
  give,
  inviteGuardians,
  type Member,
  openWallet,
  verify,
} from '#tests/e2e/member.ts'
import { newEmail } from '#tests/e2e/person.ts'
import { appUrl } from '#tests/e2e/sandbox.ts'
import { DESKTOP, PHONE } from '#tests/e2e/signedin.ts'
import { ask, connectTestnet, freshLink, pasteLink, press } from '#tests/e2e/testnet.ts'
import type { Album } from './album.ts'

const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

const funded = async (member: Member) => {
  const wallet = await openWallet(member, 'Harbour Fund')
  await Promise.all([verify(member, wallet), give(member, wallet, '10')])
  return wallet
}

const guarding = async ({ signedIn, shoot, chapter }: Album) => {
  const owner = await signedIn('mara', funded)
  const guardian = await signedIn('tomas')
  const newcomer = guardian.page
  /** The header of the other layout has one of its own, which is closed. */
  const inbox = async (page: Page, name: string) => {
    const list = page.getByRole('dialog', { name: 'Waiting for you' })
    const open = async () => {
      await page.getByRole('button', { name: /^Inbox/ }).click()
      await list.waitFor()
    }
    await open()
    await shoot(page, name, open)
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
  }
  await openHub(newcomer)
  await newcomer.waitForLoadState('networkidle')
  await shoot(newcomer, 'hub-empty')
  const wallet = await openWallet(guardian, 'Own Wallet')
  await inviteGuardians(owner, owner.wallet)
  await tab(owner.page, 'Guardians')
  await owner.page.getByText('No Guardians Yet', { exact: true }).waitFor()
  await shoot(owner.page, 'wallet-guardians-none')
  await owner.page.getByRole('button', { name: 'Add Guardian' }).click()
  await owner.page.getByRole('dialog').waitFor()
  await shoot(owner.page, 'invite-guardian')
  await owner.page.keyboard.press('Escape')
  await owner.client.ok(inviteApprover, {
    params: { id: owner.wallet.id },
    body: { email: guardian.email },
  })
  await owner.page.getByText('Pending Invite').waitFor()
  await shoot(owner.page, 'wallet-guardians-pending')
  await newcomer.reload()
  await newcomer.getByRole('button', { name: 'Accept' }).waitFor()
  await shoot(newcomer, 'hub-onboarding')
  await inbox(newcomer, 'inbox-invite')
  await acceptInvites(guardian, wallet)
  await newcomer.reload()
  await newcomer.getByText('All Clear').waitFor()
  await shoot(newcomer, 'hub-clear')
  await inbox(newcomer, 'inbox-empty')
  await tab(newcomer, 'Guarded Wallets')
  await newcomer.getByRole('list', { name: 'Guarded Wallets' }).waitFor()
  await shoot(newcomer, 'hub-wallets')
  await tab(newcomer, 'Transaction Approvals')

  await chapter('a guarded send', async () => {
    await tab(owner.page, 'Activity')
    await send(owner.page, '1.5', '1 out of 1')
    await shoot(owner.page, 'wallet-activity-waiting')
    const card = newcomer.getByRole('article').filter({ hasText: '1.5 RBNT' })
    await card.waitFor()
    await shoot(newcomer, 'hub-approvals')
    await newcomer.getByRole('button', { name: 'Add a reason' }).click()
    await shoot(newcomer, 'hub-reason')
    await card.getByLabel('Reason').fill('Paid already')
    await card.getByRole('button', { name: 'Approve' }).click()
    await card.getByRole('alert').waitFor()
    await shoot(newcomer, 'hub-reason-kept')
    await card.getByLabel('Reason').fill('')
    await newcomer.setViewportSize(PHONE)
    await card.getByRole('button', { name: 'Details' }).click()
    await newcomer.getByRole('dialog', { name: 'Transaction Details' }).waitFor()
    await shoot(newcomer, 'hub-decision')
    // Wide windows unfold it in the card.
    await newcomer.setViewportSize(PHONE)
    await newcomer.keyboard.press('Escape')
    await newcomer.getByRole('dialog', { name: 'Transaction Details' }).waitFor({ state: 'hidden' })
    await newcomer.setViewportSize(DESKTOP)
    await inbox(newcomer, 'inbox')
    await sent(owner.page, '1.50').getByRole('button', { name: 'Send Funds' }).click()
    await owner.page.getByRole('dialog', { name: 'Transaction Info' }).waitFor()
    await shoot(owner.page, 'tx-info-waiting')
    await owner.page.getByRole('button', { name: 'Cancel transaction' }).click()
    await owner.page.getByRole('alertdialog').waitFor()
    await shoot(owner.page, 'tx-cancel')
    await owner.page.keyboard.press('Escape')
    await card.getByRole('button', { name: 'Decline' }).click()
    await newcomer.getByText('All Clear').waitFor()
    await newcomer.getByText('Past decisions').click()
    await shoot(newcomer, 'hub-past')
    await owner.page.goto(`${appUrl()}/wallets?tab=activity`)
    await sent(owner.page, '1.50').getByRole('button', { name: 'Send Funds' }).click()
    await owner.page.getByRole('dialog').getByText('Rejected').first().waitFor()
    await shoot(owner.page, 'tx-info-rejected')
    await owner.page.keyboard.press('Escape')
  })
  await chapter('three guardians', async () => {
    const more = await Promise.all(['ines', 'otto'].map((name) => enrol(newEmail(name))))
    await inviteGuardians(owner, owner.wallet, ...more.map(({ email }) => email))
    await Promise.all(more.map(async (each) => acceptInvites(each, await openWallet(each, 'Own Wallet'))))
    await owner.page.goto(`${appUrl()}/wallets?tab=guardians`)
    await owner.page.getByText('3 Active').waitFor()
    await shoot(owner.page, 'wallet-guardians-full')
    await owner.page.getByRole('button', { name: 'Add Guardian' }).click()
    await owner.page.getByRole('dialog', { name: 'Guardian Limit Reached' }).waitFor()
    await shoot(owner.page, 'guardian-limit')
    await owner.page.keyboard.press('Escape')
    await owner.page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    await owner.page.getByRole('alertdialog').waitFor()
    await shoot(owner.page, 'guardian-remove')
    await owner.page.keyboard.press('Escape')
    await owner.page.getByRole('switch', { name: 'Guardian Approval' }).click()
    await owner.page.getByRole('alertdialog').waitFor()
    await shoot(owner.page, 'guardian-off')
  })
  await chapter('an invite beside nothing to approve', async () => {
    const other = await openWallet(owner, 'Relief Fund')
    await inviteGuardians(owner, other, guardian.email)
    await newcomer.goto(`${appUrl()}/guardian-hub`)
    await newcomer.getByRole('button', { name: '1 invite waits' }).waitFor()
    await shoot(newcomer, 'hub-clear-invite')
  })
}

const connecting = async ({ signedIn, stranger, shoot }: Album) => {
  const { page } = await signedIn('mara', funded)
  const testnet = await stranger()
  const { port } = new URL(appUrl())
  await testnet.goto(`http://127.0.0.1:${Number(port) + 1}`)
  await testnet.getByRole('button', { name: 'Connect Wallet' }).waitFor()
  await shoot(testnet, 'testnet')
  const proposal = await pasteLink(page, await freshLink(testnet))
  await proposal.getByRole('button', { name: 'Approve', disabled: false }).waitFor()
  await shoot(page, 'session-proposal')
  await proposal.getByRole('button', { name: 'Reject' }).click()
  await proposal.waitFor({ state: 'hidden' })
  await connectTestnet(page, testnet)
  await shoot(testnet, 'testnet-connected')
  await tab(page, 'DApps')
  await page.getByRole('row').filter({ hasText: 'Connected' }).first().waitFor()
  await shoot(page, 'wallet-dapps')
  await press(testnet, 'Personal sign')
  const sign = page.getByRole('dialog', { name: 'Personal sign' })
  await sign.getByRole('button', { name: 'Confirm', disabled: false }).waitFor()
  await shoot(page, 'request-sign')
  await sign.getByRole('button', { name: 'Cancel' }).click()
  await sign.waitFor({ state: 'hidden' })
  const form = ask(testnet, 'Send transaction')
  await form.getByLabel('To').fill(RECIPIENT)
  await form.getByLabel('Value').fill('0.25')
  const quoted = await hold(page, '**/requests/*/quote')
  await press(testnet, 'Send transaction')
  const transaction = page.getByRole('dialog', { name: 'Send transaction' })
  await transaction.getByText('Counting…').waitFor()
  await shoot(page, 'request-send-counting')
  quoted()
  await transaction.getByRole('button', { name: 'Confirm', disabled: false }).waitFor()
  await shoot(page, 'request-send')
  await page.keyboard.press('Escape')
  await press(testnet, 'Sign typed data')
  await tab(page, 'Requests')
  await page.getByRole('row').filter({ hasText: 'eth_signTypedData_v4' }).waitFor()
  await shoot(page, 'wallet-requests')
  await tab(page, 'DApps')
  await page.getByRole('button', { name: 'Disconnect Countersign TestNet' }).click()
  await page.getByRole('alertdialog').waitFor()
  await shoot(page, 'disconnect')
}

const sandbox = async ({ signedIn, stranger, shoot }: Album) => {
  const page = await stranger()
  await page.goto(`${appUrl()}/sandbox`)
  await page.waitForLoadState('networkidle')
  await shoot(page, 'sandbox')
  const { page: owner } = await signedIn('mara', funded)
  // They come once something was done here.
  await tab(owner, 'Activity')
  const invite = owner.getByRole('button', { name: 'Invite a demo guardian' })
  const tools = async () => {
    // The other layout closes them.
    if (!(await invite.isVisible())) await owner.getByRole('button', { name: 'Sandbox tools' }).click()
    await invite.waitFor()
    // On a phone they stand below everything else.
    await invite.scrollIntoViewIfNeeded()
  }
  await tools()
  await shoot(owner, 'sandbox-tools', tools)
}

export const others = async (album: Album): Promise<void> => {
  await Promise.all([
    album.chapter('guardians', () => guarding(album)),
    album.chapter('dApps', () => connecting(album)),
    album.chapter('the sandbox page', () => sandbox(album)),
  ])
}
