import { shortAddress } from '#domain/address.ts'
import { contactsText } from '#text/contacts.ts'
import { Button } from '#ui/Button.tsx'
import { PersonTile } from '#ui/PersonTile.tsx'
import type { BookRow } from './book.ts'

type Props = {
  rows: readonly BookRow[]
  /** What is done with one of them, and what the button is called for who cannot see whose it is. */
  use: { label: string; labelOf: (name: string) => string }
  /** There is a wallet that may. */
  canSend: boolean
  onEdit: (id: string) => void
  onSend: (row: BookRow) => void
}

export function BookList({ rows, use, canSend, onEdit, onSend }: Props) {
  return (
    <ul
      aria-label={contactsText.list(rows.length)}
      className="m-0 list-none border-t border-line p-0 divide-y divide-line"
    >
      {rows.map((row) => (
        <li
          key={`${row.kind} ${row.id}`}
          className="flex min-h-64px flex-wrap items-center gap-x-14px gap-y-1 px-4 py-10px md:px-19px"
        >
          <PersonTile initial={row.initial} />
          <div className="min-w-0 flex-1">
            <div className="text-ui font-550 [overflow-wrap:anywhere]">
              <bdi>{row.name}</bdi>
            </div>
            <div className="text-sm text-text-3">{row.caption}</div>
          </div>
          <div className="w-full pl-54px text-left text-text-2 md:w-36 md:pl-0">
            {row.addresses.map((address) => (
              <span key={address} title={address} className="block type-mono text-sm">
                {shortAddress(address)}
              </span>
            ))}
          </div>
          <div className="-ml-3 flex w-full justify-start pl-54px md:ml-0 md:w-40 md:justify-end md:pl-0">
            {row.kind === 'wallet' ? (
              <span className="pl-3 text-sm text-text-3 md:pl-0">{contactsText.myWallet}</span>
            ) : (
              <>
                <Button
                  variant="ghost"
                  size={32}
                  aria-label={contactsText.editOf(row.name)}
                  onClick={() => onEdit(row.id)}
                >
                  {contactsText.edit}
                </Button>
                <Button
                  variant="ghost"
                  size={32}
                  acts
                  disabled={!canSend}
                  aria-label={use.labelOf(row.name)}
                  onClick={() => onSend(row)}
                >
                  {use.label}
                </Button>
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
