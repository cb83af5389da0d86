import { expect, test } from 'vitest'
import { answerShare } from '#sw/share.ts'

const LINK = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`

const shared = (fields: Record<string, string>) => ({
  url: 'https://countersign.example/share',
  formData: async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return form
  },
})
const location = async (request: Parameters<typeof answerShare>[0]) => {
  const answer = await answerShare(request)
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('location') ?? '')
}

test.each([[{ url: LINK }], [{ text: LINK }], [{ title: 'Swap', text: `Connect with ${LINK} now` }]])(
  'a link of WalletConnect in %j is filled in, and no server hears of it',
  async (fields) => {
    const url = await location(shared(fields))
    expect(url.hash).toBe(`#connect=${encodeURIComponent(LINK)}`)
    expect(url.pathname + url.search).toBe('/wallets')
  },
)

test('anything else is filled in as it is, for the form to refuse, and no more of it than a link has', async () => {
  expect((await location(shared({ text: 'Hello <b>' }))).hash).toBe('#connect=Hello%20%3Cb%3E')
  expect((await location(shared({ text: 'x'.repeat(9000) }))).hash).toHaveLength('#connect='.length + 2048)
})

test('what is no form leads there, too', async () => {
  const url = 'https://countersign.example/share'
  const broken = { url, formData: () => Promise.reject(new TypeError('no form')) }
  expect((await location(broken)).pathname).toBe('/wallets')
})
