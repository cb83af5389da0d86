import { useAtomValue } from 'jotai'
import { type ReactNode, Suspense } from 'react'
import { closeModal, type Modal, type ModalProps, modalsAtom } from '#state/modals.ts'
import { lazily } from './lazily.ts'
import { useLinger } from './linger.ts'

type Registry = { [I in Modal['id']]?: (props: ModalProps<I>) => ReactNode }

const download = lazily(() => import('#features/auth/DownloadModal.tsx'), 'DownloadModal')

const MODALS: Registry = {
  'download-google-authy': download,
  'download-authy': download,
  'rename-wallet': lazily(() => import('#features/wallets/RenameDialog.tsx'), 'RenameDialog'),
}

export function Modals() {
  const first = useAtomValue(modalsAtom)[0] ?? null
  const { shown, open } = useLinger(first)
  if (!shown) return null
  const Component = MODALS[shown.id] as ((props: ModalProps) => ReactNode) | undefined
  if (!Component) return null
  return (
    <Suspense fallback={null}>
      <Component key={JSON.stringify(shown)} modal={shown} open={open} onClose={() => closeModal(shown)} />
    </Suspense>
  )
}
