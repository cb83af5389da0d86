import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Errors } from '#app/Errors.tsx'
import type { GuardedWallet } from '#contract/guardian.ts'
import { DECISIONS, INVITE_STATUSES } from '#contract/status.ts'
import { HubScreen } from '#features/hub/HubScreen.tsx'
import { authAtom } from '#state/auth.ts'
import { loadedAtom } from '#state/loaded.ts'
import { closeEverything, panelAtom } from '#state/modals.ts'
import { store } from '#state/store.ts'
import { approvalsAtom, guardedWalletsAtom, invitesAtom, tokensAtom, walletsAtom } from '#state/wallets.ts'
import {
  type Answers,
  act,
  button,
  held,
  mount,
  network,
  press,
  refusal,
  soon,
  text,
  unmount,
} from '#tests/unit/features/auth/page.tsx'
import { approval, invite, wallet } from '#tests/unit/state/fixture.ts'
import { issuedApproval, issuedInvite } from './issued.ts'

// Its styles are made by the build.
vi.mock('#ui/CoinIcon.tsx', () => ({ CoinIcon: () => null }))

const OWN = `0x${'1'.repeat(40)}`
const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'
const SENDER = '0x52908400098527886E0F7030069857D2E4169EE7'
const AT = '2026-01-02T03:04:05.000Z'
const EMAIL = 'ada@example.com'
const ISSUED_INVITE = issuedInvite(invite('i1'), { email: EMAIL, address: `0x${'1'.repeat(40)}` })
const guards = (approverStatus: GuardedWallet['approverStatus'] = 'confirmed'): GuardedWallet => ({
  id: 'g1',
  name: 'Harbour Fund',
  user: { email: 'mara@example.com' },
  approverStatus,
})
const waiting = approval('a1', {
  txId: 't1',
  amount: '1999999000000000000000000',
  assetDecimals: 18,
  sender: SENDER,
  recipient: RECIPIENT,
  initiator: 'mara@example.com',
  approverWalletAddress: OWN,
  feeCeiling: '84000000000000',
  feeSymbol: 'RBNT',
})
const ISSUED = issuedApproval(waiting)

let calls: ReturnType<typeof network>
const answering = (answers: Answers) => {
  calls = network({ 'GET wallets/guarded': { body: { items: [], total: 0 } }, ...answers })
}
const asked = () => calls.map(({ key, body }) => [key, body])

const draw = async (path = '/guardian-hub') => {
  history.replaceState(null, '', path)
  await mount(
    <>
      <HubScreen />
      <Errors />
    </>,
  )
}

const tabs = () => [...document.querySelectorAll('[role=tab]')].map((tab) => tab.textContent)
const items = (list: string) =>
  [...document.querySelectorAll(`ul[aria-label="${list}"] > li`)].map((item) => item.textContent)

beforeEach(() => {
  const at = new Date().toISOString()
  store.set(loadedAtom, { wallets: at, guarded: at, invites: at, approvals: at })
  store.set(walletsAtom, [wallet('w1')])
  store.set(authAtom, (auth) => ({ ...auth, email: EMAIL }))
  store.set(guardedWalletsAtom, [guards()])
  answering({})
})
afterEach(async () => {
  await unmount()
  store.set(walletsAtom, [])
  store.set(guardedWalletsAtom, [])
  store.set(invitesAtom, [])
  store.set(approvalsAtom, [])
  store.set(loadedAtom, {})
  await act(() => closeEverything(store))
  vi.unstubAllGlobals()
})

describe('without a wallet, or without one to guard,', () => {
  test('the hub says how one becomes a guardian', async () => {
    store.set(walletsAtom, [])
    store.set(guardedWalletsAtom, [])
    store.set(invitesAtom, [invite('i1')])
    await draw()
    expect(tabs()).toEqual([])
    for (const words of ['Step 1. Create a Wallet', 'Step 2. Join as Guardian']) {
      expect(text()).toContain(words)
    }
    const done = () => document.querySelector('[aria-label="Done"]')
    expect(done()).toBeNull()
    expect([button('Accept').disabled, button('Decline').disabled]).toEqual([true, true])
    await press('Create Wallet')
    expect(store.get(panelAtom)).toEqual({ id: 'add-new-wallet' })
    await act(() => store.set(walletsAtom, [wallet('w1')]))
    expect(tabs()).toEqual([])
    expect(done()).not.toBeNull()
    expect([button('Accept').disabled, button('Decline').disabled]).toEqual([false, false])
    await act(() => store.set(guardedWalletsAtom, [guards()]))
    expect(tabs()).toHaveLength(2)
  })

  test('a wallet that is hidden counts for none', async () => {
    store.set(walletsAtom, [wallet('w1', { status: 'removed' })])
    await draw()
    expect(text()).toContain('Step 1. Create a Wallet')
    expect(tabs()).toEqual([])
  })

  test('only pending invites are listed', async () => {
    store.set(guardedWalletsAtom, [])
    store.set(
      invitesAtom,
      INVITE_STATUSES.map((status) => invite(status, { status, userEmail: `${status}@example.com` })),
    )
    await draw()
    expect(items('Invites')).toHaveLength(1)
    expect(items('Invites')[0]).toContain('pending@example.com')
  })

  test('an invite is accepted in three calls, under labels that stay', async () => {
    const call = held()
    answering({
      'GET invites/i1/get-confirmation-signature-message': { body: ISSUED_INVITE },
      'POST invites/i1/sign-invite-confirmation': { body: { signature: '0xsig' } },
      'POST invites/i1/confirm': call.reply,
    })
    store.set(guardedWalletsAtom, [])
    store.set(invitesAtom, [invite('i1')])
    await draw()
    await press('Accept')
    await soon(() => expect(calls).toHaveLength(3))
    expect([button('Accept').disabled, button('Decline').disabled]).toEqual([true, true])
    expect(asked()).toEqual([
      ['GET invites/i1/get-confirmation-signature-message', undefined],
      ['POST invites/i1/sign-invite-confirmation', { ...ISSUED_INVITE, walletId: 'w1' }],
      ['POST invites/i1/confirm', { nonce: 'n-1', signature: '0xsig', timestamp: 17, walletId: 'w1' }],
    ])
    await call.answer({ body: invite('i1', { status: 'confirmed' }) })
    await soon(() => expect(items('Invites')).toEqual([]))
  })

  test.each([
    ['sign-invite-confirmation', { 'POST invites/i1/sign-invite-confirmation': refusal(400, 'Not issued') }],
    [
      'confirm',
      {
        'POST invites/i1/sign-invite-confirmation': { body: { signature: '0xsig' } },
        'POST invites/i1/confirm': refusal(409, 'Guardian Limit Reached'),
      },
    ],
  ])('a failed %s leaves the invite pending and says why', async (_, failing: Answers) => {
    answering({ 'GET invites/i1/get-confirmation-signature-message': { body: ISSUED_INVITE }, ...failing })
    store.set(guardedWalletsAtom, [])
    store.set(invitesAtom, [invite('i1')])
    await draw()
    await press('Accept')
    await soon(() => expect(document.querySelector('[role=alertdialog]')).not.toBeNull())
    expect(text()).toMatch(/Not issued|Guardian Limit Reached/)
    expect(items('Invites')).toHaveLength(1)
    expect(button('Accept').disabled).toBe(false)
  })
})

describe('transaction approvals', () => {
  test('are the pending ones, whole and exact', async () => {
    store.set(approvalsAtom, [
      ...DECISIONS.filter((status) => status !== 'pending').map((status) => approval(status, { status })),
      waiting,
    ])
    await draw()
    expect(tabs()).toEqual(['Transaction Approvals has pending items', 'Guarded Wallets'])
    const [card, ...others] = items('Transaction Approvals')
    expect(others).toEqual([])
    for (const words of [
      '1999999 RBNT',
      'mara@example.com',
      '0x5290...9EE7',
      '0x9F3C...41Ab',
      RECIPIENT,
      'Harbour',
      'Redbelly Testnet',
      'At most 0.000084 RBNT',
      'First time to this address',
      'Decline',
      'Approve',
    ]) {
      expect(card).toContain(words)
    }
    const groups = [...document.querySelectorAll('dd > .type-mono > span')].map((part) => part.textContent)
    expect(groups.slice(0, 10)).toEqual('0x9F3C 88A1 D4e0 7b52 C166 0F2A B93e 7c05 dE88 41Ab'.split(' '))
  })

  test('stand short below the first, with the recipient and all warnings; the rest is one press away', async () => {
    const burn = { recipient: SENDER, recipientHints: ['burn' as const] }
    store.set(approvalsAtom, [waiting, { ...waiting, id: 'a2', txId: 't2', ...burn }])
    await draw()
    const second = () => items('Transaction Approvals')[1]
    for (const words of ['1999999 RBNT', 'mara@example.com', 'Harbour', SENDER, 'This is a burn address.'])
      expect(second()).toContain(words)
    expect(second()).not.toContain('Redbelly Testnet')
    await press('Details')
    for (const words of [
      'Redbelly Testnet',
      'At most 0.000084 RBNT',
      'mara@example.com signed',
      'YouWaiting for you',
    ])
      expect(second()).toContain(words)
    await press('Details')
    expect(second()).not.toContain('Redbelly Testnet')
    await act(() => store.set(approvalsAtom, (all) => all.slice(1)))
    expect(items('Transaction Approvals')[0]).toContain('Redbelly Testnet')
  })

  test('say what it is worth, where its coin has a price', async () => {
    store.set(approvalsAtom, [waiting])
    await draw()
    expect(items('Transaction Approvals')[0]).not.toContain('$')
    const coin = { id: 't', symbol: 'rbnt', blockchain: 'redbelly:testnet', price: '0.05', updatedAt: AT }
    await act(() => store.set(tokensAtom, [coin]))
    expect(items('Transaction Approvals')[0]).toContain('$ 99,999.95 · mara@example.com')
    await act(() => store.set(tokensAtom, []))
  })

  test.each([
    ['known', { recipientKnown: true }, []],
    ['new', {}, ['First time to this address']],
    [
      'much like a known',
      { lookalikeOf: SENDER },
      ['This address looks like one that was used before', SENDER],
    ],
    ['nobody’s', { recipientHints: ['burn' as const] }, ['This is a burn address. Nobody holds its key']],
  ])('warn of a recipient that is %s', async (_, more, warnings) => {
    store.set(approvalsAtom, [{ ...waiting, sender: null, ...more }])
    await draw()
    const notes = [...document.querySelectorAll('[role=note]')].map((note) => note.textContent)
    expect(notes).toHaveLength(warnings.length > 0 ? 1 : 0)
    for (const words of warnings) expect(notes[0]).toContain(words)
  })

  test('say what a DApp would have done, and what is signed for it', async () => {
    const call = {
      method: 'approve',
      sentence: 'Swap can then move up to all of it.',
      data: '0x095ea7b3',
      bytes: 4,
    }
    store.set(approvalsAtom, [
      { ...waiting, kind: 'call', recipientKnown: true, call: { ...call, danger: true } },
    ])
    await draw()
    for (const words of [call.sentence, 'Data (4 bytes)', call.data]) {
      expect(items('Transaction Approvals')[0]).toContain(words)
    }
  })

  test('without any are all clear, with the past ones below', async () => {
    store.set(approvalsAtom, [approval('old', { status: 'skipped', amount: '5', assetDecimals: 0 })])
    await draw()
    expect(tabs()).toEqual(['Transaction Approvals', 'Guarded Wallets'])
    expect(text()).toContain('All Clear')
    expect(text()).toContain('Past decisions')
    expect(items('Past decisions')).toHaveLength(1)
    expect(items('Past decisions')[0]).toContain('YouNot needed')
  })

  test('are approved in three calls, signed by the wallet that guards', async () => {
    const call = held()
    answering({
      'GET approval-flow/t1/get-approve-signature-message': { body: ISSUED },
      'POST approval-flow/t1/sign-approval': [refusal(403, 'Not you'), { body: { signature: '0xsig' } }],
      'POST approval-flow/t1/approve': call.reply,
    })
    const other = `0x${'2'.repeat(40)}`
    store.set(walletsAtom, [
      wallet('current', { accounts: [{ id: 'c', network: 'evm', address: other }] }),
      wallet('w1'),
    ])
    store.set(approvalsAtom, [waiting])
    await draw()
    const approve = async () => {
      await soon(() => expect(button('Approve').disabled).toBe(false))
      await press('Approve')
    }
    await approve()
    await soon(() => expect(text()).toContain('Not you'))
    expect(items('Transaction Approvals')).toHaveLength(1)
    calls.length = 0
    await act(() => closeEverything(store))
    await approve()
    await soon(() => expect(calls).toHaveLength(3))
    expect(button('Approved…').disabled).toBe(true)
    expect(asked()).toEqual([
      ['GET approval-flow/t1/get-approve-signature-message', undefined],
      ['POST approval-flow/t1/sign-approval', { ...ISSUED, walletId: 'w1' }],
      ['POST approval-flow/t1/approve', { nonce: 'n-1', signature: '0xsig', timestamp: 17 }],
    ])
    await call.answer({ body: { ...waiting, status: 'approved', required: 2, approved: 1 } })
    await soon(() => expect(text()).toContain('All Clear'))
    expect(tabs()).toEqual(['Transaction Approvals', 'Guarded Wallets'])
  })

  test('are declined without a question', async () => {
    const call = held()
    answering({ 'POST approval-flow/t1/reject': call.reply })
    store.set(approvalsAtom, [waiting])
    await draw()
    await press('Decline')
    expect(asked()).toEqual([['POST approval-flow/t1/reject', { reason: 'Rejected' }]])
    expect(button('Decline').disabled).toBe(true)
    await call.answer({ body: { ...waiting, status: 'rejected' } })
    await soon(() => expect(text()).toContain('All Clear'))
  })
})

describe('guarded wallets', () => {
  test('are the confirmed ones, after the invites', async () => {
    store.set(invitesAtom, [invite('i1', { userEmail: 'ines@example.com' })])
    await draw('/guardian-hub?filter=invites')
    expect(tabs()).toEqual(['Transaction Approvals', 'Guarded Wallets has pending items'])
    const [asking, guarded] = items('Guarded Wallets')
    for (const words of ['Invite from', 'ines@example.com', 'Decline', 'Approve']) {
      expect(asking).toContain(words)
    }
    for (const words of ['Harbour Fund', 'mara@example.com', 'Confirmed']) expect(guarded).toContain(words)
  })

  test('an invite is approved under the word for it', async () => {
    const call = held()
    answering({ 'GET invites/i1/get-confirmation-signature-message': call.reply })
    store.set(invitesAtom, [invite('i1')])
    await draw('/guardian-hub?filter=invites')
    await press('Approve')
    expect(button('Approved…').disabled).toBe(true)
    await call.answer(refusal(409, 'This invite has expired. The owner can send a new one.'))
    await soon(() => expect(text()).toContain('This invite has expired.'))
    expect(button('Approve').disabled).toBe(false)
  })

  test('an invite is declined by one call', async () => {
    answering({ 'POST invites/i1/reject': { body: invite('i1', { status: 'rejected' }) } })
    store.set(invitesAtom, [invite('i1')])
    await draw('/guardian-hub?filter=invites')
    await press('Decline')
    expect(asked()).toEqual([['POST invites/i1/reject', {}]])
    await soon(() => expect(items('Guarded Wallets')).toHaveLength(1))
    expect(tabs()).toEqual(['Transaction Approvals', 'Guarded Wallets'])
  })

  test('that are guarded no more leave none', async () => {
    store.set(guardedWalletsAtom, [guards('retired')])
    await draw('/guardian-hub?filter=invites')
    expect(text()).toContain('No Wallets')
    expect(text()).toContain("You don't guard any wallets yet.")
    expect(text()).not.toContain('Harbour Fund')
  })
})
