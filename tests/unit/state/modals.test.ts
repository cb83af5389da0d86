import { afterEach, describe, expect, test } from 'vitest'
import {
  closeEverything,
  closeModal,
  closePanel,
  errorInfoAtom,
  MODAL_IDS,
  modalsAtom,
  openError,
  openModal,
  openPanel,
  PANEL_IDS,
  panelAtom,
  raiseModal,
} from '#state/modals.ts'
import { store } from '#state/store.ts'

afterEach(() => closeEverything(store))

test('the ids', () => {
  expect([...MODAL_IDS]).toEqual([
    'error-info',
    'approve-reject-session',
    'disconnect-session',
    'download-google-authy',
    'download-authy',
    'connect-to',
    'rename-wallet',
    'request-personal-sign',
    'request-eth-send-transaction',
    'guardian-limit-reached',
    'remove-guardian',
  ])
  expect([...PANEL_IDS]).toEqual([
    'add-new-wallet',
    'invite-guardian',
    'sends-funds',
    'transaction-details',
    'transaction-info',
    'receive-funds',
  ])
})

test('only one panel is open at a time', () => {
  openPanel({ id: 'add-new-wallet' })
  openPanel({ id: 'receive-funds', walletId: 'w1' })
  expect(store.get(panelAtom)).toEqual({ id: 'receive-funds', walletId: 'w1' })
  closePanel()
  expect(store.get(panelAtom)).toBeNull()
})

describe('modals', () => {
  test('wait in a queue, each once', () => {
    openModal({ id: 'rename-wallet', walletId: 'w1' })
    openModal({ id: 'download-authy' })
    openModal({ id: 'rename-wallet', walletId: 'w1' })
    expect(store.get(modalsAtom).map(({ id }) => id)).toEqual(['rename-wallet', 'download-authy'])
    closeModal({ id: 'rename-wallet', walletId: 'w1' })
    expect(store.get(modalsAtom)).toEqual([{ id: 'download-authy' }])
  })

  test('the one that the user chose comes first, and is there once', () => {
    openModal({ id: 'rename-wallet', walletId: 'w1' })
    openModal({ id: 'download-authy' })
    raiseModal({ id: 'download-authy' })
    expect(store.get(modalsAtom).map(({ id }) => id)).toEqual(['download-authy', 'rename-wallet'])
  })

  test('an error lies on top and takes nothing away', () => {
    openModal({ id: 'rename-wallet', walletId: 'w1' })
    openPanel({ id: 'add-new-wallet' })
    openError({ name: 'Request error', message: 'No' })
    expect(store.get(errorInfoAtom)).toEqual({ id: 'error-info', name: 'Request error', message: 'No' })
    expect(store.get(modalsAtom)).toHaveLength(1)
    expect(store.get(panelAtom)).not.toBeNull()
  })
})
