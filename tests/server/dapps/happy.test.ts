// @vitest-environment node
import { recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveSession, confirmRequest } from '#contract/endpoints/dapp.ts'
import { addressOf } from './dapp.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.stop())

test('a dApp connects, has a message signed and a transaction sent', async () => {
  const owner = await stage.owner('ada@example.com')
  const dapp = await stage.dapp()
  const { uri, session } = await dapp.connect()
  const made = await stage.connect(owner, uri)
  const proposal = await stage.until(owner, 'wc-session:proposal')
  expect(proposal).toMatchObject({ id: made.id, status: 'pending-approval', shouldShow: true })
  await owner.client.ok(approveSession, { params: { id: made.id }, body: { walletId: owner.walletId } })
  const connected = await session
  expect(addressOf(connected)).toBe(owner.address)

  const signature = dapp.ask(connected, 'personal_sign', ['0x48656c6c6f', owner.address])
  const request = await stage.until(owner, 'wc-session:request')
  const executed = await owner.client.ok(confirmRequest, { params: { id: request.id }, body: {} })
  expect(executed.status).toBe('executed')
  const recovered = await recoverMessageAddress({
    message: 'Hello',
    signature: (await signature) as `0x${string}`,
  })
  expect(recovered).toBe(owner.address)

  const hash = dapp.ask(connected, 'eth_sendTransaction', [
    { from: owner.address, to: '0x000000000000000000000000000000000000dEaD', value: '0x1' },
  ])
  const second = await stage.until(owner, 'wc-session:request', (data) => data.id !== request.id)
  await owner.client.ok(confirmRequest, { params: { id: second.id }, body: {} })
  const receipt = await stage.node.client.waitForTransactionReceipt({ hash: (await hash) as `0x${string}` })
  expect(receipt.status).toBe('success')
})
