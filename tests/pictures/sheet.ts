import { writeFile } from 'node:fs/promises'
import type { Browser } from 'playwright/test'
import { FOLDER, SIZES, THEMES } from './album.ts'

const cells = (name: string) =>
  Object.keys(SIZES).flatMap((size) =>
    THEMES.map((theme) => `<img class="${size}" src="${name}-${size}-${theme}.png" alt="${size} ${theme}">`),
  )

const page = (names: string[]) => `<!doctype html><meta charset="utf-8"><title>Pictures</title>
<style>body{font:14px sans-serif;margin:16px;background:#888}section{margin-bottom:24px}
div{display:flex;gap:8px;align-items:flex-start}.desktop{width:620px}.phone{width:188px}</style>
${names.map((name) => `<section id="${name}"><h2>${name}</h2><div>${cells(name).join('')}</div></section>`).join('\n')}`

/** One page with all of them, and one picture for each screen with its four variants side by side. */
export const makeSheets = async (browser: Browser, names: string[]): Promise<void> => {
  const file = `${FOLDER}/index.html`
  await writeFile(file, page(names))
  const view = await browser.newPage({ viewport: { width: 1700, height: 900 } })
  await view.goto(`file://${file}`)
  for (const name of names)
    await view.locator(`section#${name}`).screenshot({ path: `${FOLDER}/sheet-${name}.png` })
  await view.close()
}
