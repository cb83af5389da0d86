import { Suspense, useState } from 'react'
import type { Account } from '#contract/wallet.ts'
import { ADDRESS_UNVERIFIED, shortAddress } from '#domain/address.ts'
import { saying } from '#text/catalogue.ts'
import { walletsText } from '#text/wallets.ts'
import { Address } from '#ui/Address.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Notice } from '#ui/Notice.tsx'
import { part } from '#ui/part.ts'

const AddressDialog = part(() => import('./AddressDialog.tsx'), 'AddressDialog')

const labels: Readonly<Record<Account['network'], string>> = walletsText.chips

/** `Bitcoin bcrt1p...gma6` */
const nameOf = ({ network, address }: Account): string => `${labels[network]} ${shortAddress(address)}`

/** One chip per account of the wallet: the address to copy, its QR code on demand. */
export function AccountChips({ accounts }: { accounts: readonly Account[] }) {
  const [chosen, choose] = useState<Account>()
  const [open, setOpen] = useState(false)
  const verified = accounts.filter(({ unverified }) => !unverified)
  return (
    <>
      {verified.length < accounts.length && (
        <Notice tone="bad" icon="triangle-alert" role="alert" className="mb-2">
          {saying(ADDRESS_UNVERIFIED)}
        </Notice>
      )}
      <ul
        aria-label={walletsText.addresses}
        className="m-0 flex list-none flex-wrap gap-x-2 gap-y-3 p-0 md:gap-y-2"
      >
        {verified.map((account) => (
          <li key={account.id} className="flex items-center rounded-full bg-sunken pl-3">
            <Address value={account.address} short={nameOf(account)} className="py-1 text-sm text-text-2" />
            <IconButton
              icon="qr-code"
              iconSize={15}
              size={32}
              label={walletsText.qrCode(nameOf(account))}
              className="rounded-full!"
              onClick={() => {
                choose(account)
                setOpen(true)
              }}
            />
          </li>
        ))}
      </ul>
      {chosen && (
        <Suspense fallback={null}>
          <AddressDialog
            title={walletsText.addressOf(walletsText.networks[chosen.network])}
            address={chosen.address}
            open={open}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
