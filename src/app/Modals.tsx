import { useAtomValue } from 'jotai'
import { type FunctionComponent, Suspense } from 'react'
import { closeModal, type Modal, type ModalProps, modalsAtom } from '#state/modals.ts'
import { LeftContext } from '#ui/Overlay.tsx'
import { lazily } from './lazily.ts'
import { useLinger } from './linger.ts'

type Registry = { [I in Modal['id']]?: FunctionComponent<ModalProps<I>> }

const Download = lazily(() => import('#features/auth/DownloadModal.tsx'), 'DownloadModal')

const MODALS: Registry = {
  'download-google-authy': (props) => <Download {...props} />,
  'download-authy': (props) => <Download {...props} />,
  'approve-reject-session': lazily(() => import('#features/dapps/ProposalDialog.tsx'), 'ProposalDialog'),
  'disconnect-session': lazily(() => import('#features/dapps/DisconnectDialog.tsx'), 'DisconnectDialog'),
  'connect-to': lazily(() => import('#features/dapps/ConnectDialog.tsx'), 'ConnectDialog'),
  'request-personal-sign': lazily(() => import('#features/dapps/SignDialog.tsx'), 'SignDialog'),
  'request-eth-send-transaction': lazily(() => import('#features/dapps/SendDialog.tsx'), 'SendDialog'),
  'rename-wallet': lazily(() => import('#features/wallets/RenameDialog.tsx'), 'RenameDialog'),
  'guardian-limit-reached': lazily(() => import('#features/guardians/LimitDialog.tsx'), 'LimitDialog'),
  'step-up': lazily(() => import('#features/auth/StepUpDialog.tsx'), 'StepUpDialog'),
  statement: lazily(() => import('#features/statement/StatementDialog.tsx'), 'StatementDialog'),
  'replace-transaction': lazily(() => import('#features/replace/ReplaceDialog.tsx'), 'ReplaceDialog'),
  contact: lazily(() => import('#features/contacts/ContactDialog.tsx'), 'ContactDialog'),
  'address-book': lazily(() => import('#features/contacts/BookDialog.tsx'), 'BookDialog'),
  'delete-contact': lazily(() => import('#features/contacts/DeleteDialog.tsx'), 'DeleteDialog'),
  'import-contacts': lazily(() => import('#features/contacts/ImportDialog.tsx'), 'ImportDialog'),
  'remove-guardian': lazily(() => import('#features/guardians/RemoveDialog.tsx'), 'RemoveDialog'),
}

export function Modals() {
  const first = useAtomValue(modalsAtom).find(({ id }) => MODALS[id]) ?? null
  const { shown, open, onLeft } = useLinger(first)
  if (!shown) return null
  const Component = MODALS[shown.id] as FunctionComponent<ModalProps> | undefined
  if (!Component) return null
  return (
    <Suspense key={JSON.stringify(shown)} fallback={null}>
      <LeftContext value={onLeft}>
        <Component modal={shown} open={open} onClose={() => closeModal(shown)} />
      </LeftContext>
    </Suspense>
  )
}
