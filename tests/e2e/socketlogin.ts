import type { Page, WebSocket } from 'playwright/test'
import { LOGIN_SUCCESS } from '#contract/socket.ts'

/** Asked before the page opens: resolves once its socket has logged in, from when on it hears of what happens. */
export const socketLoggedIn = async (page: Page): Promise<void> => {
  const socket: WebSocket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framereceived', ({ payload }) => payload.toString().includes(LOGIN_SUCCESS))
}
