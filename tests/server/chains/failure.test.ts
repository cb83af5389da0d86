import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { describe, expect, test } from 'vitest'
import { broadcastFailure, refusal } from '#server/chains/evm/failure.ts'

const rpc = (message: string) =>
  new RpcRequestError({ body: {}, url: 'http://node', error: { code: -32000, message } })

describe('what an answer to a broadcast means', () => {
  test.each([
    ['already known', { kind: 'accepted' }],
    ['transaction already imported', { kind: 'accepted' }],
    ['nonce too low: next nonce 5, tx nonce 4', { kind: 'spent' }],
    ['max fee per gas less than block base fee', { kind: 'later' }],
    ['replacement transaction underpriced', { kind: 'later' }],
    ['txpool is full', { kind: 'later' }],
    ['some internal error', { kind: 'unclear' }],
    [
      'insufficient funds for gas * price + value',
      { kind: 'refused', reason: 'The balance no longer covers the amount and the network fee.' },
    ],
    [
      'Sender not authorised to write transactions',
      {
        kind: 'refused',
        reason: 'Redbelly Testnet does not let this address write yet. Complete identity verification first.',
      },
    ],
    [
      'intrinsic gas too low',
      { kind: 'refused', reason: 'Redbelly Testnet refuses this transaction: intrinsic gas too low' },
    ],
  ])('%s', (message, meaning) => {
    expect(broadcastFailure(rpc(message), 'Redbelly Testnet')).toMatchObject(meaning)
  })

  test('no answer at all leaves everything open', () => {
    const timeout = new TimeoutError({ body: {}, url: 'http://node' })
    const refused = new HttpRequestError({ url: 'http://node', status: 502 })
    expect(broadcastFailure(timeout, 'Hardhat').kind).toBe('unclear')
    expect(broadcastFailure(refused, 'Hardhat').kind).toBe('unclear')
  })
})

test('a contract is quoted on one line', () => {
  expect(refusal(rpc('execution reverted: no\u202E more\ntoday'), 'Hardhat')).toBe(
    'The contract refuses this transaction: no more today',
  )
  expect(refusal(rpc('execution reverted'), 'Hardhat')).toBe('The contract refuses this transaction.')
})
