import * as z from 'zod/mini'
import type { Meta } from '#contract/dapp.ts'

const MAX = { name: 64, description: 256, url: 256, icon: 512 }
const MAX_ICONS = 4
const UNNAMED = 'Unknown DApp'

/** Controls, bidi and other invisible format characters, line separators, lone surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

const text = (max: number) => (value: unknown) =>
  typeof value === 'string'
    ? [...value.slice(0, max * 4).replace(INVISIBLE, ' ')].join('').replace(/\s+/g, ' ').trim()
    : ''
const line = (value: unknown, max: number): string => [...text(max)(value)].slice(0, max).join('').trim()

const Given = z.catch(
  z.object({
    name: z.optional(z.unknown()),
    description: z.optional(z.unknown()),
    url: z.optional(z.unknown()),
    icons: z.optional(z.unknown()),
  }),
  {},
)

const iconsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((icon): icon is string => typeof icon === 'string') : []

/** What a dApp says of itself, made harmless to show: one line each, nothing invisible, bounded. */
export const cleanMeta = (metadata: unknown): Meta & { dataIcons: string[] } => {
  const given = Given.parse(metadata)
  const icons = iconsOf(given.icons)
  return {
    name: line(given.name, MAX.name) || UNNAMED,
    description: line(given.description, MAX.description),
    url: line(given.url, MAX.url),
    icons: icons
      .filter((icon) => icon.startsWith('https://') && icon.length <= MAX.icon && URL.canParse(icon))
      .slice(0, MAX_ICONS),
    dataIcons: icons.filter((icon) => icon.startsWith('data:image/')).slice(0, MAX_ICONS),
  }
}

/** Whether a dApp is shown under what it says of itself. */
export const isMetaOf = (shown: Meta | null, metadata: unknown): boolean => {
  const { name, description, url } = cleanMeta(metadata)
  return shown?.name === name && shown.description === description && shown.url === url
}
