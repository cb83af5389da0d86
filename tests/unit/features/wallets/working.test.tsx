import { afterEach, expect, test, vi } from 'vitest'
import { Modals } from '#app/Modals.tsx'
import { Panels } from '#app/Panels.tsx'
import { closeEverything, openModal, openPanel } from '#state/modals.ts'
import { store } from '#state/store.ts'
import { walletsAtom } from '#state/wallets.ts'
import { act, button, enter, mount, network, soon, unmount } from '#tests/unit/features/auth/page.tsx'
import { heldReply } from '#tests/unit/features/dapps/dialogs.tsx'
import { approver, wallet } from '#tests/unit/state/fixture.ts'

afterEach(async () => {
  await unmount()
  closeEverything(store)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const rename = () => openModal({ id: 'rename-wallet', walletId: 'w1' })
const add = () => openPanel({ id: 'add-new-wallet' })
const invite = () => openPanel({ id: 'invite-guardian', walletId: 'w1' })

interface Form {
  name: string
  working: string
  open: () => void
  text: string
  key: string
  body: unknown
  answer: unknown
}

const forms: Form[] = [
  {
    name: 'Save',
    working: 'Saved…',
    open: rename,
    text: 'Harbour',
    key: 'POST wallets/w1/rename',
    body: { name: 'Harbour' },
    answer: wallet('w1', { name: 'Harbour' }),
  },
  {
    name: 'Create a new wallet',
    working: 'Creating a Wallet…',
    open: add,
    text: 'Harbour',
    key: 'POST wallets/create',
    body: { name: 'Harbour' },
    answer: wallet('w2', { name: 'Harbour' }),
  },
  {
    name: 'Send invite',
    working: 'Sending an Invite…',
    open: invite,
    text: 'tomas@lindqvist.example',
    key: 'POST wallets/w1/invite-approver',
    body: { email: 'tomas@lindqvist.example' },
    answer: approver('g1', 'w1'),
  },
]

test.each(forms)(
  '$name reads $working and is disabled while it runs, and then its form closes',
  async ({ name, working, open, text, key, body, answer }) => {
    const reply = heldReply(answer)
    const calls = network({ [key]: reply.answer })
    store.set(walletsAtom, [wallet('w1')])
    await mount(
      <>
        <Modals />
        <Panels />
      </>,
    )
    await act(open)
    await soon(() => expect(button(name).disabled).toBe(false))
    await enter(` ${text} `)
    await soon(() => expect(button(working).disabled).toBe(true))
    expect(working.endsWith('\u2026')).toBe(true)
    await reply.free()
    await soon(() => expect(document.querySelector('[role=dialog]')).toBeNull())
    expect(calls).toEqual([{ key, query: '', body }])
  },
)
