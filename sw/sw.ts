/// <reference lib="webworker" />
import { ToWorker } from '#contract/notice.ts'
import { closeNotices, openNotice, showNotice } from './notices.ts'
import { onPush, reviewNotices } from './push.ts'
import { createReader } from './read.ts'
import { cacheShell } from './shell.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Parameters<typeof cacheShell>[0] }

cacheShell(self.__WB_MANIFEST)

const read = createReader((path, init) => fetch(path, init))

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

self.addEventListener('message', (event) => {
  const message = ToWorker.safeParse(event.data)
  if (!message.success) return
  switch (message.data.type) {
    case 'notice:show':
      event.waitUntil(showNotice(self, message.data.notice, event.source))
      break
    case 'notice:close':
      event.waitUntil(closeNotices(self, message.data.tag))
      break
    case 'notice:close-all':
      event.waitUntil(closeNotices(self))
      break
    case 'notice:review':
      event.waitUntil(reviewNotices(self, read))
      break
    case 'SKIP_WAITING':
      event.waitUntil(self.skipWaiting())
      break
    default:
      message.data satisfies never
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
  event.waitUntil(onPush(self, read, parse(event.data)))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotice(self, event.notification.data))
})
