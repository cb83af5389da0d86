import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import { SettingsCard } from '#features/settings/SettingsCard.tsx'
import { SettingsRow } from '#features/settings/SettingsRow.tsx'
import { installAtom } from '#state/browser.ts'
import { install, readDevice } from '#state/device.ts'
import { commonText } from '#text/common.ts'
import { settingsText } from '#text/settings.ts'
import { Button } from '#ui/Button.tsx'
import { lazily } from './lazily.ts'

const InstallDialog = lazily(() => import('./InstallDialog.tsx'), 'InstallDialog')

const text = settingsText.install

export function InstallSection() {
  const canInstall = useAtomValue(installAtom)
  const [steps, setSteps] = useState<'never' | 'open' | 'closed'>('never')
  const isInstalled = readDevice().standalone
  return (
    <SettingsCard id="install" title={text.title} lead={text.lead}>
      <SettingsRow
        icon="download"
        title={commonText.product}
        caption={isInstalled ? text.installed : text.offer}
        end={
          !isInstalled && (
            <Button size={32} onClick={canInstall ? () => void install() : () => setSteps('open')}>
              {text.install}
            </Button>
          )
        }
      />
      <Suspense fallback={null}>
        {steps !== 'never' && <InstallDialog open={steps === 'open'} onClose={() => setSteps('closed')} />}
      </Suspense>
    </SettingsCard>
  )
}
