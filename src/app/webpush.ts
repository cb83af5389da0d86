import { atom } from 'jotai'
import * as z from 'zod/mini'
import { subscribePush, unsubscribePush } from '#contract/endpoints/user.ts'
import { configAtom } from '#state/config.ts'
import { newer } from '#state/newer.ts'
import { noticeKindsAtom } from '#state/noticekinds.ts'
import { persistedAtom } from '#state/persisted.ts'
import { request } from '#state/request.ts'
import { store } from '#state/store.ts'

/** Whether this browser is told what waits while no page is open, as far as is known. */
export type PushState = 'unknown' | 'off' | 'waiting' | 'on' | 'refused' | 'unavailable'
export const pushAtom = atom<PushState>('unknown')

/** The address that this account has asked to be told at. It goes with the account's other data. */
const pushPlaceAtom = persistedAtom<string | null>('push-place', z.nullable(z.string()), null)

/** How long (milliseconds) the browser may look for its push service: some never answer. */
const PATIENCE = 10_000

const manager = async () => (await navigator.serviceWorker?.getRegistration())?.pushManager

/** Tells the server where to send, and what: it forgets that when the session ends. */
const hand = async (subscription: PushSubscription): Promise<void> => {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  const kinds = newer(2, { kinds: store.get(noticeKindsAtom) })
  await request(subscribePush, { body: { endpoint: endpoint ?? '', keys: { p256dh, auth }, ...kinds } })
  store.set(pushPlaceAtom, subscription.endpoint)
}

/** What the browser says, or why it says nothing. One that comes too late is given back. */
const subscribe = async (
  applicationServerKey: string,
): Promise<PushSubscription | 'refused' | 'unavailable'> => {
  const asking = (async () => {
    const push = await manager()
    // One that was made for another key of the server cannot be renewed.
    await (await push?.getSubscription())?.unsubscribe()
    return push?.subscribe({ userVisibleOnly: true, applicationServerKey })
  })()
  let late = false
  const patience = new Promise<undefined>((done) =>
    setTimeout(() => {
      late = true
      done(undefined)
    }, PATIENCE),
  )
  asking.then((subscription) => late && subscription?.unsubscribe()).catch(() => undefined)
  try {
    return (await Promise.race([asking, patience])) ?? 'unavailable'
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'unavailable'
  }
}

/** Asked for by the user's own switch only. Needs the permission to notify. */
export const turnOnPush = async (): Promise<void> => {
  const key = store.get(configAtom)?.vapidPublicKey
  if (!key) return
  store.set(pushAtom, 'waiting')
  const subscription = await subscribe(key)
  if (typeof subscription === 'string') {
    store.set(pushAtom, subscription)
    return
  }
  try {
    await hand(subscription)
    store.set(pushAtom, 'on')
  } catch (error) {
    store.set(pushAtom, 'off')
    await subscription.unsubscribe()
    throw error
  }
}

export const turnOffPush = async (): Promise<void> => {
  const subscription = await (await manager())?.getSubscription()
  store.set(pushAtom, 'off')
  store.set(pushPlaceAtom, null)
  if (!subscription) return
  await subscription.unsubscribe()
  await request(unsubscribePush, { body: { endpoint: subscription.endpoint } })
}

/** The browser is told nothing any more: whoever signs in next asks for himself. The server forgets with the session. */
export const dropPush = async (): Promise<void> => {
  store.set(pushAtom, 'unknown')
  await (await (await manager())?.getSubscription())?.unsubscribe()
}

/** Goes on with what this account has asked for. What another one has left behind ends. */
export const renewPush = async (): Promise<void> => {
  const subscription = await (await manager())?.getSubscription()
  if (!subscription) return store.set(pushAtom, 'off')
  if (subscription.endpoint !== store.get(pushPlaceAtom)) {
    store.set(pushAtom, 'off')
    await subscription.unsubscribe()
    return
  }
  await hand(subscription)
  store.set(pushAtom, 'on')
}

/** Tells the server of another choice of kinds. */
export const retellPush = async (): Promise<void> => {
  if (store.get(pushAtom) === 'on') await renewPush()
}
