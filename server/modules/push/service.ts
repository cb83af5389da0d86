import {
  ASKING_KINDS,
  type Notice,
  type NoticeKind,
  noticeTag,
  type PushPayload,
  TELLING_KINDS,
} from '#contract/notice.ts'
import type { PushData, PushName } from '#contract/push.ts'
import { noticeOf, type Said } from '#domain/notice.ts'
import { makeUnderway } from '#server/async/underway.ts'
import { isSealed } from '#server/custody/custody.ts'
import { transact } from '#server/db/unit.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/error.ts'
import { areKeys, isPushPlace } from './place.ts'
import type { SendPush } from './send.ts'
import {
  keepNewest,
  putSubscription,
  removeSubscription,
  type Subscription,
  subscriptionsOf,
} from './store.ts'

/** Browsers that one user can be told in. */
const MAX_SUBSCRIPTIONS = 10

interface Offered {
  endpoint: string
  keys: { p256dh: string; auth: string }
  kinds?: NoticeKind[] | undefined
}

type PushDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'sealer'> & {
  /** Hosts of push services besides those of the browsers. */
  pushHosts: readonly string[]
  /** Undefined when this installation has no key for it. */
  send: SendPush | undefined
}

const WITHOUT_WISH: readonly string[] = ASKING_KINDS

/** So many of the last things that happened are known as told. */
const TOLD = 10_000

/** Whether it has not been said before: what has become of a transaction happens once, however often it is said. */
const makeNews = () => {
  const told = new Set<string>()
  return (userId: string, notice: Pick<Notice, 'kind' | 'id'>): boolean => {
    if (!TELLING_KINDS.some((kind) => kind === notice.kind)) return true
    const tag = `${userId} ${noticeTag(notice)}`
    if (told.has(tag)) return false
    told.add(tag)
    const [oldest] = told
    if (told.size > TOLD && oldest !== undefined) told.delete(oldest)
    return true
  }
}

/** Tells browsers without an open page what waits for their user. They learn only its kind and id. */
export const makeWebPush = ({ db, clock, log, sealer, pushHosts, send }: PushDeps) => {
  const underway = makeUnderway()
  const secrets = sealer('web-push')
  const isNews = makeNews()

  const tell = async (subscription: Subscription, text: string) => {
    try {
      const { endpoint, auth } = subscription
      const opened = { ...subscription, auth: isSealed(auth) ? secrets.open(auth, endpoint) : auth }
      if (send && (await send(opened, text)) === 'gone')
        await removeSubscription(db, subscription.userId, subscription.endpoint)
    } catch (error) {
      log.warn({ err: error, service: new URL(subscription.endpoint).host }, 'A push service did not take it')
    }
  }
  const deliver = async (userId: string, payload: PushPayload) => {
    try {
      const text = JSON.stringify(payload)
      const subscriptions = await subscriptionsOf(db, userId, clock.now())
      const wanting = subscriptions.filter(({ kinds }) => (kinds ?? WITHOUT_WISH).includes(payload.kind))
      await Promise.all(wanting.map((subscription) => tell(subscription, text)))
    } catch (error) {
      log.error({ err: error }, 'Web Push failed')
    }
  }

  return {
    async subscribe(userId: string, sessionId: string, { endpoint, keys, kinds }: Offered): Promise<void> {
      if (!send) throw invalid('This server sends no Web Push')
      if (!isPushPlace(endpoint, pushHosts))
        throw invalid('The endpoint should be that of a known push service')
      if (!areKeys(keys)) throw invalid('The keys should be those of a push subscription')
      await transact(db, async (tx) => {
        const auth = secrets.seal(keys.auth, endpoint)
        await putSubscription(tx, {
          ...{ endpoint, sessionId, userId, p256dh: keys.p256dh, auth, kinds: kinds ?? null },
          createdAt: clock.now(),
        })
        await keepNewest(tx, userId, MAX_SUBSCRIPTIONS)
      })
    },

    unsubscribe: (userId: string, endpoint: string): Promise<void> =>
      removeSubscription(db, userId, endpoint),

    /** Hears what was emitted; whoever emitted it does not wait. */
    hear<N extends PushName>(userId: string, name: N, data: PushData<N>): void {
      const notice = send && noticeOf({ name, data } as Said)
      if (!notice || !isNews(userId, notice)) return
      underway.add(deliver(userId, { kind: notice.kind, id: notice.id }))
    },

    /** Waits for what is being sent. */
    close: underway.idle,
  }
}
