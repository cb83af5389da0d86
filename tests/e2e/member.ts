import { randomUUID } from 'node:crypto'
import { type BrowserContext, expect } from 'playwright/test'
import {
  completeSetup,
  setupTwoFactor,
  signIn as signInCall,
  verifySignIn,
} from '#contract/endpoints/auth.ts'
import {
  confirmInvite,
  enableApprovalFlow,
  getConfirmationMessage,
  inviteApprover,
  listInvites,
  signInviteConfirmation,
} from '#contract/endpoints/guardian.ts'
import { generateBackupCodes } from '#contract/endpoints/user.ts'
import { createWallet, getWallet, listAssets } from '#contract/endpoints/wallet.ts'
import type { Wallet } from '#contract/wallet.ts'
import { Client } from '#tests/server/harness/client.ts'
import { secretOf } from '#tests/server/harness/user.ts'
import { type Authenticator, makeAuthenticator } from './authenticator.ts'
import { secret } from './logs.ts'
import { newEmail, type Person } from './person.ts'
import { appUrl, faucet, mineBlock, passKyc, signInCode } from './sandbox.ts'

export const CHAIN = 'redbelly:testnet'
export const BITCOIN = 'bitcoin:regtest'

/** Someone who has signed up without a screen: by the calls that the screens make. */
export interface Member extends Person {
  base: string
  /** His own calls, with the cookie of his session. */
  client: Client
  authenticator: Authenticator
}

export const enrol = async (email = newEmail(), base = appUrl()): Promise<Member> => {
  const client = new Client(base)
  const { id } = await client.ok(signInCall, { body: { email } })
  const code = await signInCode(email, id, base)
  await client.ok(verifySignIn, { body: { id, code } })
  const authenticator = makeAuthenticator(secretOf((await client.ok(setupTwoFactor, { body: {} })).otpUri))
  await client.ok(completeSetup, { body: { code: authenticator.code() } })
  const codes = await client.ok(generateBackupCodes, { body: {} })
  for (const { value } of [...codes, ...client.cookies.values()]) secret(value)
  return { email, base, client, authenticator, backupCodes: codes.map(({ value }) => value) }
}

/** What the browser of this person holds right after signing in, as `storageState({ indexedDB: true })` tells it. */
export const stateOf = ({ client, email, base }: Member) => {
  const value = {
    connectionId: null,
    email,
    logged: true,
    oneTimeToken: null,
    step: null,
    codes: null,
    backup: false,
  }
  const id = randomUUID()
  const records = [
    { key: '@owner', value: id },
    { key: 'auth', value: { version: 1, savedAt: new Date().toISOString(), value } },
  ]
  const domain = new URL(base).hostname
  const held = { name: 'SIGN_IN', value: id, path: '/', domain }
  const store = { name: 'root', autoIncrement: false, records, indexes: [] }
  return {
    cookies: [
      { ...held, httpOnly: false },
      ...[...client.cookies].map(([name, { value, path }]) => ({
        name,
        value,
        path,
        domain,
        httpOnly: true,
      })),
    ].map((cookie) => ({ ...cookie, expires: -1, secure: false, sameSite: 'Strict' as const })),
    origins: [
      {
        origin: new URL(base).origin,
        localStorage: [],
        indexedDB: [{ name: 'countersign', version: 1, stores: [store] }],
      },
    ],
  }
}

/** Signs this person in where nobody has been yet. */
export const signInContext = (context: BrowserContext, member: Member): Promise<void> =>
  context.setStorageState(stateOf(member))

/** Asks until the answer suits, much more often than a page would. */
const until = async <T>(ask: () => Promise<T>, suits: (answer: T) => boolean): Promise<T> => {
  let answer: T | undefined
  await expect
    .poll(
      async () => {
        answer = await ask()
        return suits(answer)
      },
      { intervals: [50], timeout: 20_000 },
    )
    .toBe(true)
  return answer as T
}

const kycOf = ({ features }: Wallet): boolean =>
  features.some(({ type, payload }) => type === 'redbelly-kyc' && payload.completed)

export interface Opened {
  id: string
  name: string
  address: string
}

/** A wallet that can be used, though not for sending yet. */
export const openWallet = async ({ client }: Member, name: string): Promise<Opened> => {
  const { id } = await client.ok(createWallet, { body: { name } })
  const wallet = await until(
    () => client.ok(getWallet, { params: { id } }),
    ({ status, accounts }) => status === 'active' && accounts.length > 0,
  )
  return { id, name, address: wallet.accounts.find(({ network }) => network === 'evm')?.address ?? '' }
}

/** Completes KYC for it: it may send and receive. */
export const verify = async ({ client, base }: Member, { id, address }: Opened): Promise<void> => {
  await passKyc(address, base)
  await until(() => client.ok(getWallet, { params: { id } }), kycOf)
}

/** Coins of the faucet, until the wallet has them. */
export const give = async (
  { client, base }: Member,
  { id, address }: Opened,
  amount: string,
  symbol?: string,
): Promise<void> => {
  const query = { walletId: id }
  const held = async () =>
    (await client.ok(listAssets, { query })).items
      .filter((asset) => (symbol ? asset.symbol === symbol : !asset.address && asset.blockchain === CHAIN))
      .reduce((sum, asset) => sum + BigInt(asset.amount), 0n)
  const before = await held()
  await faucet({ address, blockchain: CHAIN, amount, ...(symbol && { symbol }) }, base)
  await until(held, (now) => now > before)
}

/** Its address on the Bitcoin chain, which is there as soon as the signers have made its key. */
export const bitcoinOf = async ({ client }: Member, { id }: Opened): Promise<string> => {
  const addressIn = ({ accounts }: Wallet) => accounts.find(({ network }) => network === 'regtest')?.address
  const wallet = await until(
    () => client.ok(getWallet, { params: { id } }),
    (found) => addressIn(found) !== undefined,
  )
  return addressIn(wallet) ?? ''
}

/** Bitcoin of the faucet, until the wallet may spend it. */
export const giveBitcoin = async (member: Member, wallet: Opened, amount: string): Promise<void> => {
  const { client, base } = member
  const held = async () =>
    (await client.ok(listAssets, { query: { walletId: wallet.id } })).items
      .filter(({ blockchain }) => blockchain === BITCOIN)
      .reduce((sum, asset) => sum + BigInt(asset.amount), 0n)
  const before = await held()
  await faucet({ address: await bitcoinOf(member, wallet), blockchain: BITCOIN, amount }, base)
  await mineBlock(BITCOIN, base)
  await until(held, (now) => now > before)
}

/** Says yes to the invites that wait for him, by his wallet. */
export const acceptInvites = async ({ client }: Member, { id: walletId }: Opened): Promise<void> => {
  const { items } = await client.ok(listInvites, { query: {} })
  for (const { id } of items.filter(({ status }) => status === 'pending')) {
    const params = { id }
    const text = await client.ok(getConfirmationMessage, { params, query: { walletId } })
    const { signature } = await client.ok(signInviteConfirmation, { params, body: { ...text, walletId } })
    const { nonce, timestamp } = text
    await client.ok(confirmInvite, { params, body: { nonce, timestamp, signature, walletId } })
  }
}

/** Turns guardian approval on for the owner's wallet, and invites these. */
export const inviteGuardians = async (
  { client }: Member,
  { id }: Opened,
  ...emails: string[]
): Promise<void> => {
  const params = { id }
  await client.ok(enableApprovalFlow, { params, body: {} })
  for (const email of emails) await client.ok(inviteApprover, { params, body: { email } })
}

/** A wallet that its guardians already watch, each by a wallet of his own. */
export const guard = async (
  owner: Member,
  wallet: Opened,
  ...guardians: (Member & { wallet: Opened })[]
): Promise<void> => {
  await inviteGuardians(owner, wallet, ...guardians.map(({ email }) => email))
  for (const guardian of guardians) await acceptInvites(guardian, guardian.wallet)
}
