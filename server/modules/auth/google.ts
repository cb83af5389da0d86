import * as client from 'openid-client'
import { EMAIL_PATTERN } from '#contract/field.ts'
import type { Deps } from '#server/deps.ts'
import type { Env } from '#server/env.ts'
import { AppError, providerFailed } from '#server/error.ts'
import { randomToken } from '#server/secret.ts'
import { answered } from './refusal.ts'
import { type FirstStep, openHalf } from './signin.ts'

const RETURN_PATH = '/oauth/google/verify'
const TIMEOUT_SECONDS = 10

export const googleFailed = () => new AppError('GoogleVerificationError', 'Failed to verify Google')

interface Proof {
  verifier: string
  nonce: string
}

const isLocal = (issuer: URL) =>
  issuer.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(issuer.hostname)

const makeDiscovery = (google: NonNullable<Env['google']>) => {
  const issuer = new URL(google.issuer)
  let known: Promise<client.Configuration> | undefined
  return (): Promise<client.Configuration> => {
    known ??= client
      .discovery(issuer, google.clientId, google.clientSecret, undefined, {
        execute: isLocal(issuer) ? [client.allowInsecureRequests] : [],
        timeout: TIMEOUT_SECONDS,
      })
      .catch((error: unknown) => {
        known = undefined
        throw error
      })
    return known
  }
}

/** A refusal says something about this sign-in; anything else is the provider not answering as it should. */
const isRefusal = (error: unknown): boolean => {
  if (error instanceof client.ResponseBodyError) return error.status < 500
  if (error instanceof client.AuthorizationResponseError) return true
  if (!(error instanceof client.ClientError)) return false
  const cause = error.cause
  return !(cause instanceof Response && cause.status >= 500) && error.code !== 'OAUTH_TIMEOUT'
}

/** Sign-in by an outside OpenID provider: code flow with PKCE and a nonce, both kept in the browser's cookie. */
export const makeGoogle = (
  deps: Pick<Deps, 'db' | 'clock' | 'custody' | 'log'>,
  google: NonNullable<Env['google']>,
) => {
  const discover = makeDiscovery(google)

  const identify = async (origin: string, code: string, proof: Proof) => {
    const config = await discover()
    const url = new URL(RETURN_PATH, origin)
    url.searchParams.set('code', code)
    // One fixed issuer, and the browser hands over only the code: the issuer is ours to name.
    if (config.serverMetadata().authorization_response_iss_parameter_supported) {
      url.searchParams.set('iss', config.serverMetadata().issuer)
    }
    const tokens = await client.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: proof.verifier,
      expectedNonce: proof.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    const email = claims?.email
    if (claims?.email_verified !== true || typeof email !== 'string' || !EMAIL_PATTERN.test(email)) {
      throw googleFailed()
    }
    return { email, identity: `${claims.iss} ${claims.sub}` }
  }

  const failure = (error: unknown): AppError => {
    if (error instanceof AppError) return error
    if (isRefusal(error)) return googleFailed()
    deps.log.error({ err: error }, 'The sign-in provider failed')
    return providerFailed('The sign-in provider does not answer. Try again later.')
  }

  return {
    /** Where the browser goes, and what its cookie keeps until it is back. */
    async start(origin: string): Promise<{ location: string; cookie: string }> {
      try {
        const config = await discover()
        const verifier = client.randomPKCECodeVerifier()
        const nonce = randomToken()
        const location = client.buildAuthorizationUrl(config, {
          redirect_uri: new URL(RETURN_PATH, origin).href,
          scope: 'openid email profile',
          prompt: 'select_account',
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          nonce,
        })
        return { location: location.href, cookie: `${verifier}.${nonce}` }
      } catch (error) {
        throw failure(error)
      }
    },

    async verify(origin: string, code: string, cookie: string | undefined): Promise<FirstStep> {
      const [verifier, nonce] = cookie?.split('.') ?? []
      if (!verifier || !nonce) throw googleFailed()
      const { email, identity } = await identify(origin, code, { verifier, nonce }).catch(
        (error: unknown) => {
          throw failure(error)
        },
      )
      return openHalf(deps, await answered(deps.custody.identify({ identity, email })))
    },
  }
}
export type Google = ReturnType<typeof makeGoogle>
