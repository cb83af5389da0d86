import type { Account } from '#contract/wallet.ts'
import { shortAddress } from '#domain/address.ts'
import { Address } from '#ui/Address.tsx'

const labels: Readonly<Record<Account['network'], string>> = {
  evm: 'EVM',
  bitcoin: 'Bitcoin',
  testnet: 'Bitcoin Testnet',
  regtest: 'Bitcoin Regtest',
  unknown: 'Address',
}

/** One copyable chip per account of the wallet. */
export function AccountChips({ accounts }: { accounts: readonly Account[] }) {
  return (
    <ul aria-label="Addresses" className="m-0 flex list-none flex-wrap gap-2 p-0">
      {accounts.map((account) => (
        <li key={account.id}>
          <Address
            value={account.address}
            short={`${labels[account.network]} ${shortAddress(account.address)}`}
            className="rounded-full bg-sunken px-3 py-1 text-sm text-text-2"
          />
        </li>
      ))}
    </ul>
  )
}
