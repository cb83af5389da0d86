import { store } from '#state/store.ts'
import { themeAtom } from '#state/theme.ts'

const BAR = { light: '#FFFFFF', dark: '#111722' }

/** Puts the chosen theme on the page; without a choice the system's counts. */
const dress = (document: Document): void => {
  const theme = store.get(themeAtom)
  if (theme === 'system') document.documentElement.removeAttribute('data-theme')
  else document.documentElement.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = BAR[theme === 'system' ? own : theme]
  }
}

export const bindTheme = (document: Document): void => {
  dress(document)
  store.sub(themeAtom, () => dress(document))
}
