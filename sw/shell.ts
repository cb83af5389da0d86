import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** What the server answers itself. Its answers are never cached: private data lives in the page's database only. */
export const NOT_THE_SHELL = [/^\/api(\/|$)/, /^\/socket\.io(\/|$)/, /^\/sandbox(\/|$)/, /^\/healthz$/]

/** Keeps the built page, and answers every navigation with it. */
export const cacheShell = (manifest: (string | PrecacheEntry)[]): void => {
  precacheAndRoute(manifest)
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_THE_SHELL }))
}
