import { StrictMode } from 'react'
import { expect } from 'vitest'
import { SendPanel } from '#features/send/SendPanel.tsx'
import { panelAtom } from '#state/modals.ts'
import { store } from '#state/store.ts'
import { act, button, mount, shows, soon } from '#tests/unit/features/auth/page.tsx'

/** The send form of the wallet w1, filled in and read as by its user. */

export const draw = async (draft = {}) => {
  await mount(
    <StrictMode>
      <SendPanel panel={{ id: 'sends-funds', walletId: 'w1', draft }} open onClose={() => undefined} />
    </StrictMode>,
  )
  await shows('Send Funds')
}

export const input = (label: string): HTMLInputElement => {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)
  return document.getElementById(found?.htmlFor ?? '') as HTMLInputElement
}

export const fill = (label: string, value: string) =>
  act(() => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    setValue?.call(input(label), value)
    input(label).dispatchEvent(new Event('input', { bubbles: true }))
  })

/** The button that goes on; it says so while it waits. */
export const next = async () => {
  await soon(() => expect(button('Next').disabled).toBe(false))
  await act(() => button('Next').form?.requestSubmit())
}

export const shownDraft = () => {
  const panel = store.get(panelAtom)
  return panel?.id === 'transaction-details' ? panel.draft : undefined
}
