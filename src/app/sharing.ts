import { store } from '#state/store.ts'
import { isTheme, themeAtom } from '#state/theme.ts'

/** Other tabs of a signed-in browser wear the same theme. */
export const shareTheme = (): void => {
  if (!('BroadcastChannel' in globalThis)) return
  const channel = new BroadcastChannel('countersign-theme')
  let heard: unknown
  channel.addEventListener('message', ({ data }) => {
    if (!isTheme(data)) return
    heard = data
    store.set(themeAtom, data)
  })
  store.sub(themeAtom, () => {
    const theme = store.get(themeAtom)
    if (theme !== heard) channel.postMessage(theme)
    heard = undefined
  })
}
