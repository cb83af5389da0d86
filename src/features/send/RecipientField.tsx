import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { shortAddress } from '#domain/address.ts'
import { accountNetworkOf } from '#domain/chain.ts'
import { NONE, usdText } from '#domain/usd.ts'
import { dealingsAtom, paidAtom, pickedAtom } from '#state/contacts.ts'
import { openModal } from '#state/modals.ts'
import { namesAtom } from '#state/names.ts'
import { contactsAtom, visibleWalletsAtom } from '#state/wallets.ts'
import { worthAtom } from '#state/worth.ts'
import { sendText } from '#text/send.ts'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { Combobox } from '#ui/Combobox.tsx'
import { Icon } from '#ui/Icon.tsx'
import { PersonTile } from '#ui/PersonTile.tsx'
import { Private } from '#ui/Private.tsx'
import { Tile } from '#ui/Tile.tsx'
import type { SendForm } from './form.ts'
import { useScan } from './Scan.tsx'
import { type Suggestion, suggestionsFor } from './suggestions.ts'

/** An address, typed or of somebody whom one knows by name. */
export function RecipientField({ form }: { form: SendForm }) {
  const { asset, wallet, address, chosen } = form
  const known = {
    contacts: useAtomValue(contactsAtom),
    wallets: useAtomValue(visibleWalletsAtom),
    paid: useAtomValue(paidAtom),
    dealings: useAtomValue(dealingsAtom),
    names: useAtomValue(namesAtom),
  }
  const network = asset && accountNetworkOf(asset.blockchain)
  // Who goes on from somebody chosen looks for another one.
  const search = chosen ? '' : address
  const { recent, people, wallets } = suggestionsFor(known, { network, from: wallet?.id, search })
  const { recipients } = sendText

  const [picked, setPicked] = useAtom(pickedAtom)
  const { chooseRecipient } = form
  useEffect(() => {
    if (picked === undefined) return
    setPicked(undefined)
    chooseRecipient(picked)
  })

  const field = useRef<HTMLInputElement>(null)
  const scan = useScan(form, field)

  const group = (title: string, some: Suggestion[]) => ({
    title,
    options: some.map((one) => ({
      key: `${one.kind} ${one.address}`,
      content: <Row suggestion={one} source={title} />,
      onChoose: () => form.chooseRecipient(one.address),
    })),
  })
  const groups = [
    group(recipients.recent, recent),
    group(recipients.people, people),
    group(recipients.wallets, wallets),
  ]
  const count = recent.length + people.length + wallets.length
  const book = {
    options: [
      {
        key: 'book',
        content: <OpenBook />,
        onChoose: () => openModal({ id: 'address-book', ...(network && { network }) }),
      },
    ],
  }
  return (
    <>
      <Combobox
        ref={field}
        className="mt-5"
        label={sendText.address}
        list={recipients.list}
        mono={chosen === undefined}
        text={chosen ?? address}
        onType={form.typeAddress}
        // Who types an address that nobody has needs no list.
        groups={count > 0 || search === '' ? [...groups, book] : []}
        found={recipients.found(count)}
        under={chosen && <AddressGroups value={address} />}
        clear={recipients.clear}
        hint={form.linkHint}
        error={form.errors.recipient}
        action={scan.button}
      />
      {scan.dialog}
    </>
  )
}

/** Read as name, source, address. */
function Row({ suggestion, source }: { suggestion: Suggestion; source: string }) {
  const { kind, id, name, initial, address, caption } = suggestion
  return (
    <span className="flex min-h-52px items-center gap-3 px-14px py-1">
      {kind === 'unnamed' ? <Tile icon="history" size={28} /> : <PersonTile initial={initial} size={28} />}
      <span className="min-w-0 flex-1">
        <span className="block truncate text-ui font-550 text-text">
          {name === undefined ? sendText.recipients.noName : <bdi>{name}</bdi>}
        </span>
        <span className="sr-only">, {source}, </span>
        <span className="block truncate text-sm text-text-3">
          {caption.before}
          {caption.amount && <Private>{caption.amount}</Private>}
          {caption.after}
          {kind === 'wallet' && caption.before === undefined && <Worth id={id} />}
        </span>
      </span>
      <span className="sr-only">, </span>
      <span className="type-mono text-text-2">{shortAddress(address)}</span>
    </span>
  )
}

function Worth({ id }: { id: string }) {
  const worth = useAtomValue(worthAtom(id))
  return <Private>{worth === undefined ? NONE : usdText(worth)}</Private>
}

function OpenBook() {
  return (
    <span className="flex min-h-44px items-center gap-3 px-14px text-ui font-550 text-accent-text">
      <Icon name="book-user" size={20} />
      {sendText.recipients.open}
    </span>
  )
}
