/// <reference lib="webworker" />
import { ToWorker } from '#contract/notice.ts'
import { showBadge } from '#domain/badgecount.ts'
import { countForBadge } from './badge.ts'
import { readKept } from './kept.ts'
import { closeNotices, createTeller, openNotice } from './notices.ts'
import { onPush, reviewNotices } from './push.ts'
import { createAsk, createReader } from './read.ts'
import { answerShare, SHARE_PATH } from './share.ts'
import { cacheShell } from './shell.ts'
import { createWants } from './wants.ts'
import { createSpeaker } from './words.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Parameters<typeof cacheShell>[0] }

cacheShell(self.__WB_MANIFEST)

const ask = createAsk((path, init) => fetch(path, init))
const read = createReader(ask, createWants(readKept))
const speaker = createSpeaker(readKept)

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

const tell = createTeller(self)

/** One after the other: what is not shown yet could not be found to be closed. */
let turn: Promise<unknown> = Promise.resolve()
const inTurn = (run: () => Promise<void>): Promise<void> => {
  const done = turn.then(run)
  turn = done.catch(() => undefined)
  return done
}

self.addEventListener('message', (event) => {
  const message = ToWorker.safeParse(event.data)
  if (!message.success) return
  const { data } = message
  switch (data.type) {
    case 'notice:show':
      event.waitUntil(inTurn(() => tell(data.notice, event.source)))
      break
    case 'notice:close':
      event.waitUntil(inTurn(() => closeNotices(self, data.tag)))
      break
    case 'notice:close-all':
      event.waitUntil(inTurn(() => closeNotices(self)))
      event.waitUntil(showBadge(self.navigator, 0))
      break
    case 'notice:review':
      event.waitUntil(reviewNotices(self, read))
      break
    case 'SKIP_WAITING':
      event.waitUntil(self.skipWaiting())
      break
    default:
      data satisfies never
  }
})

const parse = (data: PushMessageData | null): unknown => {
  try {
    return data?.json()
  } catch {
    return undefined
  }
}

self.addEventListener('push', (event) => {
  event.waitUntil(onPush(self, read, parse(event.data), speaker))
  event.waitUntil(countForBadge(ask, self.navigator))
})

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  if (method === 'POST' && new URL(url).pathname === SHARE_PATH) event.respondWith(answerShare(event.request))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotice(self, event.notification.data))
})
