// @vitest-environment happy-dom
import { act, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { TabPanel, Tabs } from '#ui/Tabs.tsx'
import { find, render } from './render.tsx'

const items = [
  { id: 'assets', label: 'Assets' },
  { id: 'activity', label: 'Activity' },
  { id: 'requests', label: 'Requests', dot: true },
] as const

function Wallet() {
  const [tab, setTab] = useState<'assets' | 'activity' | 'requests'>('assets')
  return (
    <>
      <Tabs id="wallet" label="Wallet" items={items} value={tab} onChange={setTab} />
      <TabPanel tabs="wallet" id={tab}>
        {tab}
      </TabPanel>
    </>
  )
}

afterEach(() => document.body.replaceChildren())

test.each([
  [['ArrowRight'], 'Activity'],
  [['ArrowLeft'], 'Requests'],
  [['ArrowRight', 'ArrowRight', 'ArrowRight'], 'Assets'],
  [['End'], 'Requests'],
  [['End', 'Home'], 'Assets'],
  [['Enter'], 'Assets'],
])('%j ends on %s, which has the focus and the panel', async (keys, label) => {
  const { box } = await render(<Wallet />)
  find(box, '[role=tab]').focus()
  for (const key of keys) {
    await act(async () => {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      )
    })
  }
  const chosen = find(box, '[aria-selected=true]')
  expect(chosen.textContent).toContain(label)
  expect(document.activeElement).toBe(chosen)
  expect([...box.querySelectorAll('[role=tab][tabindex="0"]')]).toEqual([chosen])
  const panel = find(box, '[role=tabpanel]')
  expect(chosen.getAttribute('aria-controls')).toBe(panel.id)
  expect(panel.getAttribute('aria-labelledby')).toBe(chosen.id)
  expect(panel.textContent).toBe(label.toLowerCase())
})

test('what waits is said, not only shown', async () => {
  const { box } = await render(<Wallet />)
  expect(find(box, '#wallet-tab-requests').textContent).toBe('Requests has pending items')
})
