import { useAtom } from 'jotai'
import { nextTheme, themeAtom } from '#state/theme.ts'
import { appText } from '#text/app.ts'
import { saying } from '#text/catalogue.ts'
import { IconButton } from '#ui/IconButton.tsx'

const icons = { system: 'monitor', light: 'sun', dark: 'moon' } as const

export function ThemeSwitch() {
  const [theme, setTheme] = useAtom(themeAtom)
  return (
    <IconButton
      icon={icons[theme]}
      label={appText.theme(saying(theme))}
      onClick={() => setTheme(nextTheme)}
    />
  )
}
