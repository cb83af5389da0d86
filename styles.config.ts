import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createGenerator } from 'unocss'
import type { Plugin } from 'vite'
import { boldIcons, thinIcons } from './src/ui/icon.ts'
import uno from './uno.config.ts'

const FIRST = 'virtual:first.css'
const FILE = '/__first.css'
/** UnoCSS wants its sheet imported in one place. */
const REST = 'virtual:styles'

const IMPORT = /^import\s(?!type\s)[^'"]*['"]([#.][^'"]+\.tsx?)['"]/gm

/** `#ui/Button.tsx` lies in src/ui. */
const place = (name: string, from: string) =>
  name.startsWith('#') ? resolve('src', name.slice(1)) : join(dirname(from), name)

/** The text of these files and of all that they import before anybody acts, by path. */
const read = (files: readonly string[], texts = new Map<string, string>()) => {
  for (const file of files) {
    if (texts.has(file)) continue
    const text = readFileSync(file, 'utf8')
    texts.set(file, text)
    read(
      [...text.matchAll(IMPORT)].map(([, name = '']) => place(name, file)),
      texts,
    )
  }
  return texts
}

/** Components name their icons; the class is made of the name. */
const iconsIn = (texts: readonly string[]) => {
  const named = (name: string) =>
    texts.some((text) => text.includes(`'${name}'`) || text.includes(`"${name}"`))
  return [
    ...thinIcons.filter(named).map((name) => `i-thin-${name}`),
    ...boldIcons.filter(named).map((name) => `i-bold-${name}`),
  ]
}

/**
 * `virtual:first.css` has the rules of the first screen alone. Every other component brings the whole sheet, which says
 * these rules again in their order, so that it makes no difference which came first.
 */
export const firstStyles = (entries: readonly string[]): Plugin => {
  const texts = new Map<string, string>()
  let building = false
  return {
    name: 'first-styles',
    enforce: 'pre',
    configResolved({ command }) {
      building = command === 'build'
      if (building)
        read(
          entries.map((entry) => resolve(entry)),
          texts,
        )
    },
    resolveId(id) {
      if (id === REST) return REST
      if (id === FIRST) return building ? FILE : this.resolve('virtual:uno.css')
    },
    async load(id) {
      if (id === REST) return `import 'virtual:uno.css'`
      if (id !== FILE) return
      const generator = await createGenerator(uno)
      const tokens = new Set(iconsIn([...texts.values()]))
      for (const [file, text] of texts)
        if (/\.tsx$|\/src\/(?:ui|features|app)\//.test(file))
          await generator.applyExtractors(text, file, tokens)
      const { css } = await generator.generate(tokens, { safelist: false })
      return css
    },
    transform(code, id) {
      if (building && /\/src\/.*\.tsx$/.test(id) && !texts.has(id))
        return { code: `import '${REST}'\n${code}`, map: null }
    },
  }
}
