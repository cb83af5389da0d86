import { expect } from 'playwright/test'
import { parseEther } from 'viem'
import { secret } from './logs.ts'

/** What a newcomer does on the sandbox page, by its hooks. */
export const appUrl = (): string => {
  const url = process.env.E2E_URL
  if (!url) throw new Error('E2E_URL is not set: start the tests by npm test.')
  return url
}

interface Mail {
  id: string
  to: string
  subject: string
  text: string
  html: string
}

const post = async <T>(path: string, body: unknown, base = appUrl()): Promise<T> => {
  const answer = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

export const mails = async (to: string, base = appUrl()): Promise<Mail[]> => {
  const answer = await fetch(`${base}/sandbox/mailbox?to=${encodeURIComponent(to)}`)
  return ((await answer.json()) as { items: Mail[] }).items
}

/** The newest mail to `to` that `find` accepts; waits for it. */
export const mailTo = async (to: string, find: (mail: Mail) => boolean, base = appUrl()): Promise<Mail> => {
  let found: Mail | undefined
  await expect
    .poll(async () => {
      found = (await mails(to, base)).find(find)
      return found !== undefined
    })
    .toBe(true)
  if (!found) throw new Error(`No mail to ${to}`)
  secret(to)
  for (const [token] of found.text.matchAll(/(?<=[?#&=])(?!\w{8}-\w{4}-)[\w-]{32,}/g)) secret(token)
  return found
}

/** The code of one sign-in request: its mail links to /verify?id={id}#code={code}. */
export const signInCode = async (to: string, requestId: string, base = appUrl()): Promise<string> => {
  const mail = await mailTo(to, ({ text }) => text.includes(`id=${requestId}`), base)
  const code = /code=(\d{6})/.exec(mail.text)?.[1]
  if (!code) throw new Error('The mail holds no code.')
  return secret(code)
}

export const faucet = (
  body: { address: string; blockchain: string; symbol?: string; amount?: string },
  base = appUrl(),
): Promise<{ hash: string }> => {
  if (body.amount && !body.symbol) secret(parseEther(body.amount).toString())
  return post('/sandbox/faucet', body, base)
}

/** What is sent on this chain hangs until blocks may come again. */
export const holdBlocks = (blockchain: string, held: boolean): Promise<unknown> =>
  post('/sandbox/blocks', { blockchain, held })

export const mineBlock = (blockchain: string, base = appUrl()): Promise<unknown> =>
  post('/sandbox/mine', { blockchain }, base)

/** What the node of an EVM chain answers. */
export const askNode = async <T>(blockchain: string, method: string, params: string[]): Promise<T> => {
  const { chains } = (await (await fetch(`${appUrl()}/sandbox`)).json()) as {
    chains: { blockchain: string; rpc: string }[]
  }
  const rpc = chains.find((chain) => chain.blockchain === blockchain)?.rpc ?? ''
  const reply = await fetch(rpc, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await reply.json()) as { result: T }).result
}

export const passKyc = (address: string, base = appUrl()): Promise<{ hash: string }> =>
  post('/sandbox/kyc', { address }, base)
