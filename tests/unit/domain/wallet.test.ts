import { describe, expect, it } from 'vitest'
import { WALLET_STATUSES } from '#contract/status.ts'
import type { Wallet } from '#contract/wallet.ts'
import { landingPath } from '#domain/landing.ts'
import { walletNameError } from '#domain/walletname.ts'
import {
  canTransfer,
  currentWallet,
  initialWallet,
  isKycCompleted,
  onboardingWallet,
  transferWallets,
  visibleWallets,
  walletView,
} from '#domain/walletview.ts'

const HIDDEN = ['removed', 'rejected', 'canceled', 'failure'] as const
const kyc = (completed: boolean): Wallet['features'] => [{ type: 'redbelly-kyc', payload: { completed } }]
const wallet = (id: string, status: Wallet['status'] = 'active', features: Wallet['features'] = []) => ({
  id,
  name: id,
  status,
  features,
})

describe('view of a wallet', () => {
  const views = [
    ['active', 'full'],
    ['processing', 'processing'],
    ['processing-removal', 'restricted'],
    ['created', 'processing'],
    ['pending-confirmation', 'confirmation'],
    ['pending-removal-confirmation', 'restricted'],
    ['pending-approval', 'approval'],
    ['pending-removal-approval', 'restricted'],
    ['canceled', 'cancelled'],
    ['rejected', 'cancelled'],
    ['removed', 'cancelled'],
    ['failure', 'cancelled'],
    ['processing-amend', 'restricted'],
    ['pending-amend-confirmation', 'restricted'],
    ['pending-amend-approval', 'restricted'],
  ] as const

  it('is fixed for each of the 15 statuses', () => {
    expect(views.map(([status]) => status)).toEqual(WALLET_STATUSES)
  })

  it.each(views)('%s is %s', (status, view) => {
    expect(walletView(status)).toBe(view)
  })

  it('of a status that is not known yet takes no action', () => {
    expect(walletView('unknown')).toBe('restricted')
  })
})

describe('lists of wallets', () => {
  const all = WALLET_STATUSES.map((status) => wallet(status, status))

  it('leave out removed, rejected, canceled and failed ones and keep the other 11', () => {
    const visible = visibleWallets(all).map(({ status }) => status)
    expect(visible).toHaveLength(11)
    expect(visible).toEqual(WALLET_STATUSES.filter((status) => !HIDDEN.some((hidden) => hidden === status)))
  })

  it('to send and receive hold only active ones that are verified', () => {
    const verified = WALLET_STATUSES.map((status) => wallet('b', status, kyc(true)))
    const unverified = [wallet('a'), wallet('c', 'active', kyc(false))]
    expect(transferWallets([...unverified, ...verified])).toEqual([wallet('b', 'active', kyc(true))])
  })
})

describe('identity verification', () => {
  it('counts as incomplete while its feature is missing or not completed', () => {
    expect(isKycCompleted(wallet('a'))).toBe(false)
    expect(isKycCompleted(wallet('a', 'active', kyc(false)))).toBe(false)
    expect(isKycCompleted(wallet('a', 'active', kyc(true)))).toBe(true)
  })

  it('opens Send and Receive in active wallets only', () => {
    const open = WALLET_STATUSES.filter((status) => canTransfer(wallet('a', status, kyc(true))))
    expect(open).toEqual(['active'])
    expect(canTransfer(wallet('a', 'active', kyc(false)))).toBe(false)
  })
})

describe('onboarding', () => {
  it.each(WALLET_STATUSES.filter((status) => !HIDDEN.some((hidden) => hidden === status)))(
    'shows for the only wallet, not verified, while it is %s',
    (status) => {
      const only = wallet('only', status)
      expect(onboardingWallet([only])).toBe(only)
    },
  )

  it('does not count hidden wallets', () => {
    const only = wallet('only', 'active', kyc(false))
    expect(onboardingWallet([...HIDDEN.map((status) => wallet(status, status)), only])).toBe(only)
    expect(onboardingWallet([wallet('gone', 'removed')])).toBeUndefined()
  })

  it('does not show with two wallets, with none, or once the only one is verified', () => {
    expect(onboardingWallet([wallet('a'), wallet('b')])).toBeUndefined()
    expect(onboardingWallet([])).toBeUndefined()
    expect(onboardingWallet([wallet('a', 'active', kyc(true))])).toBeUndefined()
  })
})

describe('the current wallet', () => {
  const list = [wallet('gone', 'removed'), wallet('first'), wallet('second'), wallet('third')]

  it.each([
    ['second', 'second'],
    ['absent', 'first'],
    [null, 'first'],
    [undefined, 'first'],
    ['gone', 'first'],
  ])('after %s is %s', (id, current) => {
    expect(currentWallet(list, id)?.id).toBe(current)
  })

  it('gives way to the first visible one when it fails', () => {
    expect(currentWallet([wallet('a'), wallet('b', 'failure')], 'b')?.id).toBe('a')
  })

  it.each(['canceled', 'rejected'] as const)('stays when it turns %s, until the next visit', (status) => {
    const wallets = [wallet('a'), wallet('b', status)]
    expect(currentWallet(wallets, 'b')?.id).toBe('b')
    expect(initialWallet(wallets, 'b')?.id).toBe('a')
  })

  it('is none when none is left', () => {
    expect(currentWallet([], 'a')).toBeUndefined()
    expect(currentWallet([wallet('a', 'removed')], 'a')).toBeUndefined()
  })
})

describe('after sign-in', () => {
  const invite = (status: 'pending' | 'confirmed' | 'rejected' | 'retired') => ({ status })

  it('someone without wallets but with a pending invite lands on the hub', () => {
    expect(landingPath([], [invite('pending')])).toBe('/guardian-hub')
  })

  it.each(HIDDEN)('a %s wallet is no wallet', (status) => {
    expect(landingPath([wallet('a', status)], [invite('pending')])).toBe('/guardian-hub')
  })

  it.each(['confirmed', 'rejected', 'retired'] as const)('a %s invite is no invite', (status) => {
    expect(landingPath([], [invite(status)])).toBe('/wallets')
  })

  it('everyone else lands on the wallets', () => {
    expect(landingPath([wallet('a')], [invite('pending')])).toBe('/wallets')
    expect(landingPath([wallet('a')], [])).toBe('/wallets')
    expect(landingPath([], [])).toBe('/wallets')
  })

  it('a list that could not be loaded leads to the wallets', () => {
    expect(landingPath(undefined, [invite('pending')])).toBe('/wallets')
    expect(landingPath([], undefined)).toBe('/wallets')
    expect(landingPath(undefined, undefined)).toBe('/wallets')
  })
})

describe('name of a wallet', () => {
  const main = { id: '1', name: 'Main', status: 'active' } as const
  const gone = { id: '2', name: 'Savings', status: 'removed' } as const
  const other = { id: '3', name: 'Travel', status: 'pending-approval' } as const
  const wallets = [main, gone, other]

  it.each([
    ['', 'Wallet name is required'],
    ['   ', 'Wallet name is required'],
    ['a', 'Wallet name should contain at least 3 symbols'],
    ['ab', 'Wallet name should contain at least 3 symbols'],
    [' ab ', 'Wallet name should contain at least 3 symbols'],
    ['a'.repeat(21), 'Wallet name should contain maximum 20 symbols'],
    ['Wallet#', 'Wallet name contains forbidden symbols'],
    ['a_b', 'Wallet name contains forbidden symbols'],
    ['a\tb', 'Wallet name contains forbidden symbols'],
    ['abc😀', 'Wallet name contains forbidden symbols'],
    ['me@home', 'Wallet name contains forbidden symbols'],
    ['Wallet 1', 'Wallet name contains forbidden symbols'],
    ['a\u00a0b', 'Wallet name contains forbidden symbols'],
    ['Main', 'This wallet name is already in use'],
    [' Main ', 'This wallet name is already in use'],
    ['Travel', 'This wallet name is already in use'],
  ])('%j is refused: %s', (name, message) => {
    expect(walletNameError(name, wallets)).toBe(message)
  })

  it.each([
    'abc',
    'a'.repeat(20),
    'Jean-Luc, Jr.',
    "O'Neil",
    'O’Neil',
    'Äpfel',
    'Кошелёк',
    'main',
    'Savings',
    ' Mine ',
  ])('%j passes', (name) => {
    expect(walletNameError(name, wallets)).toBeUndefined()
  })

  it('counts characters, not their halves', () => {
    expect(walletNameError('𝒜𝒷', wallets)).toBe('Wallet name should contain at least 3 symbols')
    expect(walletNameError('𝒜'.repeat(20), wallets)).toBeUndefined()
  })

  it.each([
    ['Main', 'Name should be different from current'],
    [' Main ', 'Name should be different from current'],
    ['Travel', 'This wallet name is already in use'],
    ['Ma', 'Wallet name should contain at least 3 symbols'],
    ['Main1', 'Wallet name contains forbidden symbols'],
    ['main', undefined],
    ['Savings', undefined],
    ['Holiday', undefined],
  ])('renaming Main to %j gives %s', (name, message) => {
    expect(walletNameError(name, wallets, main)).toBe(message)
  })
})
