import type { Agent } from 'node:https'
import webpush, { WebPushError } from 'web-push'
import type { Env } from '#server/env.ts'
import type { Subscription } from './store.ts'

/** Milliseconds for one push service to answer. */
const TIMEOUT = 5_000
/** Seconds that a push service keeps what it cannot hand over. */
const TTL = 86_400

export type Outcome = 'sent' | 'gone'
/** Rejects when the push service cannot be reached or refuses. */
export type SendPush = (
  to: Pick<Subscription, 'endpoint' | 'p256dh' | 'auth'>,
  text: string,
) => Promise<Outcome>

/** Sends encrypted messages to push services (RFC 8030, 8291), signed with this server's key (RFC 8292). */
export const makeSendPush = (vapid: NonNullable<Env['vapid']>, agent: Agent): SendPush => {
  try {
    webpush.getVapidHeaders(
      'https://push.example',
      vapid.subject,
      vapid.publicKey,
      vapid.privateKey,
      'aes128gcm',
    )
  } catch (error) {
    throw new Error(`VAPID_SUBJECT, VAPID_PUBLIC or VAPID_PRIVATE is wrong: ${String(error)}`)
  }
  return async ({ endpoint, p256dh, auth }, text) => {
    try {
      await webpush.sendNotification({ endpoint, keys: { p256dh, auth } }, text, {
        vapidDetails: vapid,
        contentEncoding: 'aes128gcm',
        urgency: 'high',
        timeout: TIMEOUT,
        TTL,
        agent,
      })
      return 'sent'
    } catch (error) {
      if (error instanceof WebPushError && (error.statusCode === 404 || error.statusCode === 410))
        return 'gone'
      throw error
    }
  }
}
