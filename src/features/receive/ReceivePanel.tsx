import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { ADDRESS_UNVERIFIED, ownAddress } from '#domain/address.ts'
import { accountOn, chainName } from '#domain/chain.ts'
import { transferWallets } from '#domain/walletview.ts'
import type { PanelProps } from '#state/modals.ts'
import { visibleWalletsAtom } from '#state/wallets.ts'
import { saying } from '#text/catalogue.ts'
import { receiveText } from '#text/receive.ts'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Panel } from '#ui/Panel.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { Select } from '#ui/Select.tsx'

/** The one network that funds can be received on here. */
const NETWORK = 'redbelly:testnet'
const networks = [{ value: NETWORK, label: chainName(NETWORK) }]

export function ReceivePanel({ panel, open, onClose }: PanelProps<'receive-funds'>) {
  const wallets = transferWallets(useAtomValue(visibleWalletsAtom))
  const [chosenId, choose] = useState(
    () => (wallets.find(({ id }) => id === panel.walletId) ?? wallets[0])?.id,
  )
  const wallet = wallets.find(({ id }) => id === chosenId)
  const account = wallet && accountOn(wallet, NETWORK)
  const address = account?.address
  return (
    <Panel
      open={open}
      onClose={onClose}
      title={receiveText.title}
      footer={
        address && <CopyButton value={address} label={receiveText.copy} variant="primary" size={48} block />
      }
    >
      <div className="grid grid-cols-2 gap-3 max-[15rem]:grid-cols-1">
        <Select
          label={receiveText.wallet}
          placeholder={receiveText.choose}
          error={wallet ? undefined : receiveText.walletGone}
          value={wallet?.id}
          onChange={choose}
          options={wallets.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Select label={receiveText.network} value={NETWORK} onChange={() => {}} options={networks} />
      </div>
      {wallet && address && (
        <div className="mt-8 flex flex-col items-center text-center">
          <QrCode value={address} label={receiveText.qrCode(address)} />
          <p className="mt-3 text-sm text-text-3">
            {wallet.name} · <span className="type-mono">{ownAddress(address)}</span>
          </p>
          <AddressGroups value={address} align="center" className="mt-2 max-w-64" />
        </div>
      )}
      {account?.unverified && (
        <Notice tone="bad" icon="triangle-alert" role="alert" className="mt-6">
          {saying(ADDRESS_UNVERIFIED)}
        </Notice>
      )}
      <Notice tone="warn" icon="triangle-alert" role="note" className="mt-6">
        {receiveText.otherNetworks}
      </Notice>
    </Panel>
  )
}
