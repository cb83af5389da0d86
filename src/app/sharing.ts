import type { PrimitiveAtom } from 'jotai'
import { formatAtom, isFormatChoice, isLanguageChoice, languageAtom } from '#state/language.ts'
import { store } from '#state/store.ts'
import { isTheme, themeAtom } from '#state/theme.ts'

const share = <T>(name: string, atom: PrimitiveAtom<T>, is: (value: unknown) => value is T): void => {
  const channel = new BroadcastChannel(name)
  let heard: unknown
  channel.addEventListener('message', ({ data }) => {
    if (!is(data)) return
    heard = data
    store.set(atom, data)
  })
  store.sub(atom, () => {
    const value = store.get(atom)
    if (value !== heard) channel.postMessage(value)
    heard = undefined
  })
}

/** Other tabs of a signed-in browser wear the same theme and speak the same language. */
export const shareLook = (): void => {
  if (!('BroadcastChannel' in globalThis)) return
  share('countersign-theme', themeAtom, isTheme)
  share('countersign-language', languageAtom, isLanguageChoice)
  share('countersign-format', formatAtom, isFormatChoice)
}
