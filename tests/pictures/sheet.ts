import { mkdir, writeFile } from 'node:fs/promises'
import type { Browser } from 'playwright/test'
import { FOLDER, SIZES, THEMES } from './album.ts'

/** States on one overview. */
const ON_ONE = 9

interface Sheet {
  file: string
  title: string
  pictures: { file: string; title: string; width: number }[]
}

const figure = ({ file, title, width }: Sheet['pictures'][number]) =>
  `<figure><img src="${file}.png" width="${width}" alt=""><figcaption>${title}</figcaption></figure>`

const section = ({ title, pictures }: Sheet) =>
  `<section><h2>${title}</h2><div>${pictures.map(figure).join('')}</div></section>`

const document = (body: string) => `<!doctype html><meta charset="utf-8"><title>Pictures</title>
<style>body{font:14px sans-serif;margin:0;background:#888}section{width:1600px;padding:12px;box-sizing:border-box}
h2{margin:0 0 8px}div{display:flex;flex-wrap:wrap;gap:10px;align-items:flex-start}figure{margin:0}img{display:block}
</style>${body}`

/** The four variants of one state. */
const variants = (name: string): Sheet => ({
  file: `sheets/${name}`,
  title: name,
  pictures: Object.keys(SIZES).flatMap((size) =>
    THEMES.map((theme) => ({
      file: `${name}-${size}-${theme}`,
      title: `${size} ${theme}`,
      width: size === 'desktop' ? 590 : 170,
    })),
  ),
})

/** Desktop in the light theme beside phone in the dark one, three states in a row. */
const overview = (names: string[], index: number): Sheet => ({
  file: `overview-${String(index + 1).padStart(2, '0')}`,
  title: '',
  pictures: names.flatMap((name) => [
    { file: `${name}-desktop-light`, title: name, width: 360 },
    { file: `${name}-phone-dark`, title: '', width: 140 },
  ]),
})

/** One picture for each state with its four variants side by side, and overviews of many states. */
export const makeSheets = async (browser: Browser, names: string[]): Promise<number> => {
  await mkdir(`${FOLDER}/sheets`, { recursive: true })
  const groups = Array.from({ length: Math.ceil(names.length / ON_ONE) }, (_, index) =>
    names.slice(index * ON_ONE, (index + 1) * ON_ONE),
  )
  const sheets = [...names.map(variants), ...groups.map(overview)]
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } })
  for (const sheet of sheets) {
    await writeFile(`${FOLDER}/index.html`, document(section(sheet)))
    await page.goto(`file://${FOLDER}/index.html`)
    await page.locator('section').screenshot({ path: `${FOLDER}/${sheet.file}.png` })
  }
  await writeFile(`${FOLDER}/index.html`, document(names.map((name) => section(variants(name))).join('')))
  await page.close()
  return sheets.length
}
