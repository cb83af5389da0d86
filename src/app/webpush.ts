import { atom } from 'jotai'
import { subscribePush, unsubscribePush } from '#contract/endpoints/user.ts'
import { configAtom } from '#state/config.ts'
import { request } from '#state/request.ts'
import { say } from '#state/say.ts'
import { store } from '#state/store.ts'
import { appText } from '#text/app.ts'

/** Whether this browser is told what waits while no page is open; null until it was found out. */
export const pushAtom = atom<boolean | null>(null)

const manager = async () => (await navigator.serviceWorker?.getRegistration())?.pushManager

/** Tells the server where to send: it forgets that when the session ends. */
const hand = async (subscription: PushSubscription): Promise<void> => {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await request(subscribePush, { body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } })
}

/** Undefined when the browser has no push service, or it cannot be reached. */
const subscribe = async (applicationServerKey: string): Promise<PushSubscription | undefined> => {
  try {
    const push = await manager()
    // One that was made for another key of the server cannot be renewed.
    await (await push?.getSubscription())?.unsubscribe()
    return await push?.subscribe({ userVisibleOnly: true, applicationServerKey })
  } catch {
    return undefined
  }
}

/** Needs the permission to notify. */
export const turnOnPush = async (): Promise<void> => {
  const key = store.get(configAtom)?.vapidPublicKey
  if (!key) return
  store.set(pushAtom, true)
  const subscription = await subscribe(key)
  if (!subscription) {
    store.set(pushAtom, false)
    say(appText.noPush, 'error')
    return
  }
  try {
    await hand(subscription)
  } catch (error) {
    store.set(pushAtom, false)
    await subscription.unsubscribe()
    throw error
  }
}

export const turnOffPush = async (): Promise<void> => {
  const subscription = await (await manager())?.getSubscription()
  store.set(pushAtom, false)
  if (!subscription) return
  await subscription.unsubscribe()
  await request(unsubscribePush, { body: { endpoint: subscription.endpoint } })
}

/** A browser that was subscribed in an earlier session goes on with this one. */
export const renewPush = async (): Promise<void> => {
  const subscription = await (await manager())?.getSubscription()
  store.set(pushAtom, subscription != null)
  if (subscription) await hand(subscription)
}
