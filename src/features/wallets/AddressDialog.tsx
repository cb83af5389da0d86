import { walletsText } from '#text/wallets.ts'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { QrCode } from '#ui/QrCode.tsx'

type Props = { title: string; address: string; open: boolean; onClose: () => void }

export function AddressDialog({ title, address, open, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={title} closeButton>
      <div className="mt-3 text-center">
        <QrCode value={address} label={walletsText.qrCode(address)} />
        <AddressGroups value={address} align="center" className="mt-4" />
      </div>
      <CopyButton
        value={address}
        label={walletsText.copy}
        variant="primary"
        size={48}
        block
        className="mt-6"
      />
    </Dialog>
  )
}
