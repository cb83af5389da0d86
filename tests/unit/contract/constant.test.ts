import { describe, expect, it } from 'vitest'
import { BLOCKCHAINS, FAMILIES, GAS_SPEEDS, NATIVE_SYMBOLS } from '#contract/blockchain.ts'
import { DEFAULT_ERROR_MESSAGE, DEFAULT_ERROR_NAME, REQUEST_ERROR_NAME } from '#contract/error.ts'
import * as limit from '#contract/limit.ts'
import * as status from '#contract/status.ts'

describe('fixed lists', () => {
  it.each([
    [
      BLOCKCHAINS,
      'polygon:mainnet polygon:amoy ethereum:sepolia bitcoin:mainnet bitcoin:testnet bitcoin:regtest redbelly:devnet redbelly:testnet redbelly:mainnet hardhat',
    ],
    [FAMILIES, 'polygon ethereum bitcoin redbelly'],
    [NATIVE_SYMBOLS, 'matic eth btc rbnt'],
    [GAS_SPEEDS, 'slow normal fast'],
    [status.INVITE_STATUSES, 'pending confirmed rejected retired'],
    [status.DECISIONS, 'pending approved rejected skipped'],
    [status.TRANSACTION_STATUSES, 'pending-approval cancelled rejected failed success broadcasting'],
    [
      status.WALLET_STATUSES,
      'active processing processing-removal created pending-confirmation pending-removal-confirmation pending-approval pending-removal-approval canceled rejected removed failure processing-amend pending-amend-confirmation pending-amend-approval',
    ],
    [status.REQUEST_STATUSES, 'pending rejected confirmed executed'],
    [status.SESSION_STATUSES, 'created pending-approval rejected connected disconnected'],
    [status.TWO_FACTOR_STEPS, 'check-2fa setup-2fa restore-2fa'],
    [status.WALLET_TABS, 'asset activity dapps requests guardians'],
    [status.HUB_FILTERS, 'approvals invites'],
  ])('%j', (list, words) => expect([...list]).toEqual(words.split(' ')))
})

describe('constants', () => {
  it('has the numbers of the product', () => {
    expect(limit).toMatchObject({
      TOAST_AUTO_CLOSE: 3000,
      DIALOG_ENTER: 300,
      DIALOG_LEAVE: 200,
      SOCKET_RECONNECTION_DELAY: 1000,
      SOCKET_RECONNECTION_DELAY_MAX: 5000,
      SOCKET_RANDOMIZATION_FACTOR: 0.5,
      SOCKET_TIMEOUT: 20000,
      PERSIST_TIMEOUT: 5000,
      WALLET_NAME_MIN: 3,
      WALLET_NAME_MAX: 20,
      VERIFICATION_CODE_LENGTH: 6,
      AUTHENTICATOR_CODE_LENGTH: 6,
      BACKUP_CODE_LENGTH: 8,
      AUTHENTICATOR_PERIOD_SECONDS: 30,
      MAX_GUARDIANS: 3,
      MIN_CONSENSUS: 1,
      STEPPER_MIN_CONFIRMED: 2,
      DEFAULT_REJECT_REASON: 'Rejected',
      MAX_AMOUNT: '999999999',
      GAS_POLL_INTERVAL: 5000,
      GAS_UNITS_NATIVE: 21000,
      GAS_UNITS_ERC20: 55096,
      GAS_UNITS_OTHER: 0,
      GWEI_DECIMALS: 9,
      WEI_DECIMALS: 18,
      TIER_TIMES: {
        slow: { minTime: 30, maxTime: 60 },
        normal: { minTime: 10, maxTime: 30 },
        fast: { minTime: 5, maxTime: 10 },
      },
      DEFAULT_DECIMALS: 18,
      SAMPLE_RATES: { replayOnError: 1, sessionReplay: 0.1, traces: 1 },
    })
    expect([DEFAULT_ERROR_MESSAGE, DEFAULT_ERROR_NAME, REQUEST_ERROR_NAME]).toEqual([
      'Something went wrong',
      'Error',
      'Request error',
    ])
  })
})
