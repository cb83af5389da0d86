import { Description } from '@headlessui/react'
import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Wallet } from '#contract/wallet.ts'
import { NONE, usdText } from '#domain/usd.ts'
import { openModal, openPanel } from '#state/modals.ts'
import { store } from '#state/store.ts'
import { activeWalletIdAtom, visibleWalletsAtom } from '#state/wallets.ts'
import { allWorthAtom } from '#state/worth.ts'
import { switcherText } from '#text/switcher.ts'
import { walletsText } from '#text/wallets.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useDesktop } from '#ui/media.ts'
import { Private } from '#ui/Private.tsx'
import { useMenuKeys } from './menukeys.ts'
import { SwitcherRow } from './SwitcherRow.tsx'

/** From so many wallets on they can be searched. */
const SEARCHED = 10

type Props = { wallet: Wallet; labelledBy: string; onClose: () => void }

export function SwitcherMenu({ wallet, labelledBy, onClose }: Props) {
  const visible = useAtomValue(visibleWalletsAtom)
  const others = visible.filter(({ id }) => id !== wallet.id)
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { menu, onKeyDown, step } = useMenuKeys(field)
  const desktop = useDesktop()
  // What it leads to opens once it has gone, and the focus is back where it came from.
  const leads = useRef<() => void>(undefined)
  useEffect(
    () => () => {
      if (leads.current) setTimeout(leads.current)
    },
    [],
  )

  const isSearched = visible.length >= SEARCHED
  const wanted = search.trim().toLowerCase()
  const found = isSearched ? others.filter(({ name }) => name.toLowerCase().includes(wanted)) : others
  const lead = (to: () => void) => {
    leads.current = to
    onClose()
  }
  const choose = (id: string) => {
    store.set(activeWalletIdAtom, id)
    onClose()
  }
  const onSearchKeys = (event: KeyboardEvent) => {
    const [first] = found
    if (event.key === 'ArrowDown') step('first')
    else if (event.key === 'ArrowUp') step('last')
    else if (event.key === 'Enter' && wanted !== '' && first) choose(first.id)
    else return
    event.preventDefault()
  }

  return (
    <>
      <Description as="div" className="shrink-0 px-2 md:pt-2">
        <SwitcherRow wallet={wallet} isActive />
      </Description>
      {isSearched && (
        <search className="relative mx-2 mt-2 shrink-0">
          <Icon name="search" size={17} className="absolute left-3 top-3 text-text-3" />
          <input
            ref={field}
            type="search"
            aria-label={switcherText.search}
            placeholder={switcherText.search}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            onKeyDown={onSearchKeys}
            data-autofocus={desktop || undefined}
            className="h-10 w-full rounded-btn bg-surface pl-9 pr-3 text-ui text-text edge-control field-input micro"
          />
          <p role="status" className="px-3 pt-3 text-ui text-text-2 empty:hidden">
            {found.length === 0 && switcherText.notFound}
          </p>
        </search>
      )}
      <div
        ref={menu}
        role="menu"
        tabIndex={-1}
        aria-labelledby={labelledBy}
        onKeyDown={onKeyDown}
        className="flex min-h-0 flex-1 flex-col outline-none"
      >
        <div className="min-h-0 flex-1 overflow-y-auto px-2 py-1 empty:hidden">
          {found.map((other, index) => (
            <button
              key={other.id}
              type="button"
              role="menuitem"
              tabIndex={index === 0 ? 0 : -1}
              data-name={other.name}
              data-autofocus={index === 0 || undefined}
              onClick={() => choose(other.id)}
              className="block w-full rounded-btn text-left outline-none hover:bg-sunken focus-visible:bg-sunken focus-visible:ring"
            >
              <SwitcherRow wallet={other} />
            </button>
          ))}
        </div>
        <Total count={visible.length} />
        <div className="panel-foot flex flex-wrap gap-2 px-14px pt-2">
          <Button
            role="menuitem"
            tabIndex={found.length === 0 ? 0 : -1}
            data-autofocus={found.length === 0 || undefined}
            data-name={walletsText.add}
            icon="plus"
            acts
            className="flex-1"
            onClick={() => lead(() => openPanel({ id: 'add-new-wallet' }))}
          >
            {walletsText.add}
          </Button>
          <Button
            role="menuitem"
            tabIndex={-1}
            data-name={walletsText.rename}
            icon="pencil"
            acts
            onClick={() => lead(() => openModal({ id: 'rename-wallet', walletId: wallet.id }))}
          >
            {walletsText.rename}
          </Button>
        </div>
      </div>
    </>
  )
}

function Total({ count }: { count: number }) {
  const worth = useAtomValue(allWorthAtom)
  return (
    <div className="mx-5 flex justify-between gap-3 border-t border-line pt-3 text-sm text-text-2">
      <span>{switcherText.count(count)}</span>
      <span>
        <Private>{switcherText.inAll(worth === undefined ? NONE : usdText(worth))}</Private>
      </span>
    </div>
  )
}
