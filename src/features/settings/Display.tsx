import { useAtom } from 'jotai'
import type { ReactNode } from 'react'
import type { Language } from '#contract/language.ts'
import { dateTimeText } from '#domain/date.ts'
import { usdText } from '#domain/usd.ts'
import { hideAmountsAtom } from '#state/display.ts'
import { FORMAT_CHOICES, formatAtom, LANGUAGE_CHOICES, languageAtom } from '#state/language.ts'
import { THEMES, themeAtom } from '#state/theme.ts'
import { settingsText } from '#text/settings.ts'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { RadioRow } from '#ui/RadioRow.tsx'
import { Toggle } from '#ui/Toggle.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import { SettingsRow } from './SettingsRow.tsx'

const text = settingsText.display

/** Each in its own words, so that whoever chose a wrong one finds back. */
const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch', es: 'Español' }

const EXAMPLE = '1234.5'

/** `children`: more rows. */
export function Display({ children }: { children?: ReactNode }) {
  const [theme, setTheme] = useAtom(themeAtom)
  const [language, setLanguage] = useAtom(languageAtom)
  const [format, setFormat] = useAtom(formatAtom)
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
      <SettingsRow
        title={text.language}
        end={
          <NativeSelect
            label={text.language}
            value={language}
            onChange={setLanguage}
            options={LANGUAGE_CHOICES.map((value) => ({
              value,
              label: value === 'system' ? text.themes.system : LANGUAGE_NAMES[value],
            }))}
          />
        }
      />
      <SettingsRow
        title={text.format}
        caption={`${usdText(EXAMPLE)} · ${dateTimeText(new Date().toISOString())}`}
        end={
          <NativeSelect
            label={text.format}
            value={format}
            onChange={setFormat}
            options={FORMAT_CHOICES.map((value) => ({
              value,
              label: value === 'language' ? text.sameAsLanguage : LANGUAGE_NAMES[value],
            }))}
          />
        }
      />
      {children}
    </SettingsCard>
  )
}
