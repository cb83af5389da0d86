import { storedAtom } from './registry.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value)

export const themeAtom = storedAtom<Theme>(
  'theme',
  (stored) => (isTheme(stored) ? { success: true, data: stored } : { success: false }),
  'system',
)

/** system, light, dark and round again. */
export const nextTheme = (theme: Theme): Theme =>
  THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
