import { sendEvm } from '#contract/endpoints/transaction.ts'
import { listAssets } from '#contract/endpoints/wallet.ts'
import { makeAuthenticator } from '#tests/e2e/authenticator.ts'
import { enrol, give, inviteGuardians, openWallet, verify } from '#tests/e2e/member.ts'
import { newEmail } from '#tests/e2e/person.ts'
import { faucet, passKyc, signInCode } from '#tests/e2e/sandbox.ts'
import type { RunningApp } from '#tests/e2e/server.ts'
import type { EnginePage } from './page.ts'

const CHAIN = 'redbelly:testnet'
const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'

export interface Step {
  name: string
  run(): Promise<void>
}

/** What every person does sooner or later, in one engine, each step on the one before. */
export const walk = (page: EnginePage, app: RunningApp): Step[] => {
  const base = app.url
  const email = newEmail()
  let address = ''

  const enter = async (code: string) => {
    await page.fill('Code', code)
    await page.click('button', 'Continue')
  }

  return [
    {
      name: 'signs in, with an authenticator and backup codes',
      async run() {
        await page.open(`${base}/auth`)
        await page.holds(`document.activeElement?.getAttribute('name') === 'email'`)
        await page.fill('Email', email)
        await page.click('button', 'Continue with Email')
        await page.at('/verify')
        const id = await page.text(`new URLSearchParams(location.search).get('id')`)
        await enter(await signInCode(email, id, base))
        await page.at('/two-factor/download-app')
        await page.click('button', 'I Have the App, Continue')
        await page.at('/two-factor/setup')
        await page.holds(`document.querySelector('code') !== null`)
        await enter(makeAuthenticator(await page.text(`document.querySelector('code').textContent`)).code())
        await page.at('/two-factor/backup-code-generated')
        await page.click('button', 'I Backed Up Codes')
        await page.click('button', 'Confirm')
        await page.at('/wallets')
        await page.seesRole('heading', 'No wallets')
      },
    },
    {
      name: 'creates a wallet, which arrives by push',
      async run() {
        await page.click('button', 'New Wallet')
        await page.fill('Wallet name', 'Harbour Fund')
        await page.click('button', 'Create a new wallet')
        await page.sees('Wallet Harbour Fund is already created!')
      },
    },
    {
      name: 'receives coins at the address that the panel shows',
      async run() {
        const wallet = `fetch('/api/v1/wallets').then((answer) => answer.json()).then(({ items }) => items[0].accounts[0]?.address ?? '')`
        await page.holds(`${wallet}.then((found) => found !== '')`)
        await passKyc(await page.text(wallet), base)
        await page.click('button', 'Receive')
        await page.seesRole('dialog', 'Receive Funds')
        await page.seesRole('img', 'QR code of 0x', false)
        const label = `document.querySelector('[role=dialog] [role=img]').getAttribute('aria-label')`
        address = /0x[0-9a-fA-F]{40}/.exec(await page.text(label))?.[0] ?? ''
        await page.press('\uE00C')
        await page.holds(`document.querySelector('[role=dialog]') === null`)
        await faucet({ address, blockchain: CHAIN, amount: '10' }, base)
        await page.click('tab', 'Activity')
        await page.sees('+10.00 RBNT', true)
      },
    },
    {
      name: 'sends some of them, until the chain has them',
      async run() {
        await page.click('button', 'Send')
        await page.click('button', 'Asset:', false)
        await page.click('option', 'RBNT', false)
        await page.fill('Wallet address', RECIPIENT)
        await page.fill('Amount', '1.5')
        await page.click('button', 'Next')
        await page.seesRole('dialog', 'Transaction Details')
        await page.click('button', 'Submit')
        await page.sees('-1.50 RBNT', true)
        await page.holds(
          `![...document.querySelectorAll('tr')].some((row) => row.textContent.includes('Sending to blockchain...'))`,
        )
      },
    },
    {
      name: 'becomes a guardian and approves what waits for him',
      async run() {
        const owner = await enrol(newEmail('tomas'), base)
        const wallet = await openWallet(owner, 'Relief Fund')
        await verify(owner, wallet)
        await give(owner, wallet, '5')
        await inviteGuardians(owner, wallet, email)
        await page.click('link', 'Guardian Hub', false)
        await page.click('button', 'Accept')
        await page.sees('All Clear', true)
        const { items } = await owner.client.ok(listAssets, { query: { walletId: wallet.id } })
        const assetId = items.find((asset) => !asset.address && asset.blockchain === CHAIN)?.id ?? ''
        await owner.client.ok(sendEvm, {
          params: { id: wallet.id },
          body: {
            amount: `7${'0'.repeat(17)}`,
            assetId,
            description: '',
            gas: 'normal',
            recipient: RECIPIENT,
          },
        })
        await page.holds(`document.querySelector('article')?.textContent.includes('0.7 RBNT')`)
        await page.click('button', 'Approve')
        await page.sees('Approved. Sending to blockchain...')
        await page.sees('All Clear', true)
      },
    },
    {
      name: 'finds what was last seen when nothing answers any more',
      async run() {
        await page.click('link', 'My Wallets')
        await page.sees('$ 0.', false)
        await page.holds(
          `navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)`,
        )
        // This is its first version.
        await page.holds(`!document.body.textContent.includes('A new version is available')`)
        await app.kill()
        await page.reload()
        await page.sees('No connection. Showing saved data.')
        await page.seesRole('tab', 'Assets')
        await page.sees('RBNT')
        await page.holds(
          `[...document.querySelectorAll('button')].find((one) => one.textContent === 'Send')?.matches(':disabled, [aria-disabled=true]')`,
        )
      },
    },
  ]
}
