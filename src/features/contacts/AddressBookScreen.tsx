import { useAtomValue } from 'jotai'
import { useMemo, useRef, useState } from 'react'
import { contactsCsv } from '#domain/contactcsv.ts'
import { canSend, transferWallets } from '#domain/walletview.ts'
import { dealingsAtom } from '#state/contacts.ts'
import { spokenAtom } from '#state/language.ts'
import { openModal, openPanel } from '#state/modals.ts'
import { contactsLoadAtom, useAllTransactions } from '#state/queries.ts'
import { activeWalletAtom, contactsAtom, visibleWalletsAtom } from '#state/wallets.ts'
import { contactsText } from '#text/contacts.ts'
import { Button } from '#ui/Button.tsx'
import { saveFile } from '#ui/download.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { NoRows } from '#ui/NoRows.tsx'
import { BookList } from './BookList.tsx'
import { BookSearch } from './BookSearch.tsx'
import { type BookRow, bookRows, findRows } from './book.ts'
import { ChangedContacts } from './ChangedContacts.tsx'

const add = () => openModal({ id: 'contact' })

const bring = () => openModal({ id: 'import-contacts' })

export function AddressBookScreen() {
  useAllTransactions()
  const heading = useRef<HTMLHeadingElement>(null)
  const isEmpty = useAtomValue(contactsAtom).length === 0
  const hasWallets = useAtomValue(visibleWalletsAtom).length > 0
  const load = useAtomValue(contactsLoadAtom)
  const nobody = (
    <EmptyState
      icon="book-user"
      title={contactsText.none}
      action={<Button onClick={bring}>{contactsText.importCsv}</Button>}
    >
      {contactsText.start}
    </EmptyState>
  )
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="type-h1 outline-none">
          {contactsText.title}
        </h1>
        <Button icon="plus" onClick={add}>
          {contactsText.add}
        </Button>
      </div>
      <ChangedContacts onLeft={() => heading.current?.focus()} />
      {isEmpty && (load.phase !== 'ready' || !hasWallets) ? (
        <NoRows load={load} icon="book-user" what={contactsText.what}>
          {nobody}
        </NoRows>
      ) : (
        <Book isEmpty={isEmpty} />
      )}
    </>
  )
}

function Book({ isEmpty }: { isEmpty: boolean }) {
  const contacts = useAtomValue(contactsAtom)
  const wallets = useAtomValue(visibleWalletsAtom)
  const dealings = useAtomValue(dealingsAtom)
  const active = useAtomValue(activeWalletAtom)
  const [search, setSearch] = useState('')
  const spoken = useAtomValue(spokenAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are words of one language
  const rows = useMemo(() => bookRows(contacts, wallets, dealings), [contacts, wallets, dealings, spoken])
  const found = findRows(rows, search)
  const payers = transferWallets(wallets).filter(canSend)
  const payer = payers.find(({ id }) => id === active?.id) ?? payers[0]

  const send = ({ addresses: [recipient = ''] }: BookRow) => {
    if (payer) openPanel({ id: 'sends-funds', walletId: payer.id, draft: { recipient, chosen: true } })
  }
  return (
    <div className="-mx-4 border-y border-line bg-surface md:mx-0 md:overflow-hidden md:rounded-card md:border">
      <search className="flex flex-wrap items-center gap-2 px-4 py-14px md:px-19px">
        <BookSearch value={search} onChange={setSearch} />
        <Button icon="upload" onClick={bring}>
          {contactsText.importCsv}
        </Button>
        <Button
          icon="download"
          disabled={isEmpty}
          onClick={() => saveFile(`address-book-${Date.now()}.csv`, contactsCsv(contacts), 'text/csv')}
        >
          {contactsText.exportCsv}
        </Button>
      </search>
      {isEmpty && <p className="px-4 pb-14px text-sm text-text-2 md:px-19px">{contactsText.start}</p>}
      {found.length === 0 ? (
        <div className="border-t border-line px-4 py-14 text-center">
          <h2 className="type-h2">{contactsText.nothingFound}</h2>
          <Button className="mt-4" onClick={() => setSearch('')}>
            {contactsText.clearSearch}
          </Button>
        </div>
      ) : (
        <BookList
          rows={found}
          use={{ label: contactsText.send, labelOf: contactsText.sendTo }}
          canSend={payer !== undefined}
          onEdit={(contactId) => openModal({ id: 'contact', contactId })}
          onSend={send}
        />
      )}
    </div>
  )
}
