import { useAtom } from 'jotai'
import type { ReactNode } from 'react'
import { hideAmountsAtom } from '#state/display.ts'
import { THEMES, themeAtom } from '#state/theme.ts'
import { settingsText } from '#text/settings.ts'
import { RadioRow } from '#ui/RadioRow.tsx'
import { Toggle } from '#ui/Toggle.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import { SettingsRow } from './SettingsRow.tsx'

const text = settingsText.display

/** `children`: more rows. */
export function Display({ children }: { children?: ReactNode }) {
  const [theme, setTheme] = useAtom(themeAtom)
  const [hidden, setHidden] = useAtom(hideAmountsAtom)
  return (
    <SettingsCard id="display" title={text.title} lead={text.lead}>
      <SettingsRow
        title={text.theme}
        end={
          <RadioRow
            label={text.theme}
            value={theme}
            onChange={setTheme}
            options={THEMES.map((value) => ({ value, label: text.themes[value] }))}
          />
        }
      />
      <SettingsRow
        title={text.hide}
        caption={text.hideLead}
        captionId="display-hide"
        end={<Toggle label={text.hide} describedBy="display-hide" checked={hidden} onChange={setHidden} />}
      />
      {children}
    </SettingsCard>
  )
}
