import * as z from 'zod/mini'
import { persistedAtom } from './registry.ts'

const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const themeAtom = persistedAtom<Theme>('theme', z.enum(THEMES), 'system')

export const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value)

/** system, light, dark and round again. */
export const nextTheme = (theme: Theme): Theme =>
  THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
