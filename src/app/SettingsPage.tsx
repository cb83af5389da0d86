import { AccountLog } from '#features/settings/AccountLog.tsx'
import { Factors } from '#features/settings/Factors.tsx'
import { SectionLinks } from '#features/settings/SectionLinks.tsx'
import { Sessions } from '#features/settings/Sessions.tsx'
import { settingsText } from '#text/settings.ts'
import { useDesktop } from '#ui/media.ts'
import { DisplaySection } from './DisplaySection.tsx'
import { InstallSection } from './InstallSection.tsx'
import { NoticeSection } from './NoticeSection.tsx'

const sections = () => [
  { id: 'sessions', label: settingsText.sessions.title, Section: Sessions },
  { id: 'factors', label: settingsText.factors.short, Section: Factors },
  { id: 'log', label: settingsText.log.title, Section: AccountLog },
  { id: 'notices', label: settingsText.notices.title, Section: NoticeSection },
  { id: 'display', label: settingsText.display.title, Section: DisplaySection },
  { id: 'install', label: settingsText.install.title, Section: InstallSection },
]

export function SettingsPage() {
  const desktop = useDesktop()
  return (
    <>
      <h1 className="type-h1">{settingsText.title}</h1>
      <div className="mt-6 flex items-start gap-10">
        {desktop && <SectionLinks sections={sections()} />}
        <div className="flex min-w-0 flex-1 flex-col gap-4">
          {sections().map(({ id, Section }) => (
            <Section key={id} />
          ))}
        </div>
      </div>
    </>
  )
}
