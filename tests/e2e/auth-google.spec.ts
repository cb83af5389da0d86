import { OAuth2Server } from 'oauth2-mock-server'
import { expect, type Page } from 'playwright/test'
import { makeAuthenticator } from './authenticator.ts'
import { enterCode, newEmail } from './person.ts'
import { appUrl } from './sandbox.ts'
import { type RunningApp, startApp } from './server.ts'
import { test } from './signedin.ts'

/** A stand-in for Google: it knows one user at a time and comes back with the parameters that Google adds. */
const startGoogle = async () => {
  const server = new OAuth2Server()
  const user = { email: newEmail('google'), email_verified: true, sub: 'g-1' }
  const extra: Record<string, string> = { authuser: '0', prompt: 'none', scope: 'email openid' }
  await server.issuer.keys.generate('RS256')
  await server.start(0, '127.0.0.1')
  server.service.on('beforeTokenSigning', (token) => {
    Object.assign(token.payload, user)
  })
  server.service.on('beforeAuthorizeRedirect', ({ url }) => {
    for (const [name, value] of Object.entries(extra)) url.searchParams.set(name, value)
  })
  return { server, user, extra }
}

let app: RunningApp
let google: Awaited<ReturnType<typeof startGoogle>>

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  test.setTimeout(120_000)
  google = await startGoogle()
  app = await startApp({
    dist: process.env.E2E_DIST ?? '',
    env: {
      GOOGLE_ISSUER: google.server.issuer.url ?? '',
      GOOGLE_CLIENT_ID: 'countersign',
      GOOGLE_CLIENT_SECRET: 'not-a-secret',
    },
  })
})

test.afterAll(async () => {
  await app.stop()
  await google.server.stop()
})

const continueWithGoogle = async (page: Page, base = app.url) => {
  await page.goto(`${base}/auth`)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
}

test('the first visit by Google sets up two-factor authentication, the next one checks it', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/oauth/google/'))
      asked.push(`${request.resourceType()} ${request.url()}`)
  })
  await continueWithGoogle(page)
  await page.waitForURL('**/two-factor/download-app')
  expect(asked).toHaveLength(2)
  expect(asked[0]).toBe(`document ${app.url}/api/v1/oauth/google/login`)
  const verify = new URL(asked[1]?.split(' ')[1] ?? '')
  expect(verify.pathname).toBe('/api/v1/oauth/google/verify')
  expect([...verify.searchParams.keys()].sort()).toEqual(['authuser', 'code', 'prompt', 'scope'])
  await expect(page.getByText(`Signing in as ${google.user.email}`)).toBeVisible()

  await page.getByRole('button', { name: 'I Have the App, Continue' }).click()
  const authenticator = makeAuthenticator((await page.locator('code').textContent()) ?? '')
  await enterCode(page, authenticator.code())
  await page.getByRole('button', { name: 'I Backed Up Codes' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/wallets')

  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL('**/auth')
  await continueWithGoogle(page)
  await page.waitForURL('**/two-factor/check')
  await enterCode(page, authenticator.code())
  await page.waitForURL('**/wallets')
})

test('an address that Google has not verified is refused', async ({ page }) => {
  google.user.email_verified = false
  await continueWithGoogle(page)
  await expect(page.getByText('Failed to verify Google')).toBeVisible()
  await page.waitForURL('**/auth')
  google.user.email_verified = true
})

test('a return without all four parameters is not sent on', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const search of ['', '?authuser=0&code=c&prompt=none', '?authuser=&code=c&prompt=none&scope=email']) {
    await page.goto(`${app.url}/oauth/google/verify${search}`)
    await expect(page.getByText('Failed to verify Google')).toBeVisible()
    await page.waitForURL('**/auth')
  }
  expect(asked).not.toContain('/api/v1/oauth/google/verify')
})

test('an installation without Google says so', async ({ page }) => {
  await continueWithGoogle(page, appUrl())
  await expect(page.getByText('Google sign-in is not configured')).toBeVisible()
  await expect(page).toHaveURL(`${appUrl()}/auth`)
})
