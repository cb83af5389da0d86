/// <reference lib="webworker" />
import { ToWorker } from '#contract/notice.ts'
import { closeNotices, openNotice, showNotice } from './notices.ts'
import { cacheShell } from './shell.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Parameters<typeof cacheShell>[0] }

cacheShell(self.__WB_MANIFEST)

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
    case 'SKIP_WAITING':
      event.waitUntil(self.skipWaiting())
      break
    default:
      message.data satisfies never
  }
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotice(self, event.notification.data))
})
