// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Address } from '#ui/Address.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { find, render } from './render.tsx'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const writeText = vi.fn<(text: string) => Promise<void>>()
const onCopied = vi.fn()
const onFailed = vi.fn()

beforeEach(() => {
  vi.stubGlobal('navigator', { clipboard: { writeText } })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetAllMocks()
  document.body.replaceChildren()
})

describe('CopyButton', () => {
  test('copies the value and says so once it is there', async () => {
    const { box } = await render(<CopyButton value="JBSWY3DP" onCopied={onCopied} onFailed={onFailed} />)
    await act(async () => find(box, 'button').click())
    expect(writeText.mock.calls).toEqual([['JBSWY3DP']])
    expect(onCopied).toHaveBeenCalledOnce()
    expect(onFailed).not.toHaveBeenCalled()
  })

  test('a failing clipboard is never reported as copied', async () => {
    const refusal = new Error('Write permission denied.')
    writeText.mockRejectedValue(refusal)
    const { box } = await render(<CopyButton value="JBSWY3DP" onCopied={onCopied} onFailed={onFailed} />)
    await act(async () => find(box, 'button').click())
    expect(onFailed.mock.calls).toEqual([[refusal]])
    expect(onCopied).not.toHaveBeenCalled()
  })

  test('a page without a clipboard fails the same way', async () => {
    vi.stubGlobal('navigator', {})
    const { box } = await render(<CopyButton value="JBSWY3DP" onCopied={onCopied} onFailed={onFailed} />)
    await act(async () => find(box, 'button').click())
    expect(onFailed).toHaveBeenCalledOnce()
    expect(onCopied).not.toHaveBeenCalled()
  })
})

describe('Address', () => {
  test('shows it short, copies it whole', async () => {
    const { box } = await render(<Address value={ADDRESS} onCopied={onCopied} />)
    const button = find(box, 'button')
    expect(button.textContent).toBe('0x5290...9EE7')
    expect(button.getAttribute('aria-label')).toBe('Copy address 0x5290...9EE7')
    await act(async () => button.click())
    expect(writeText.mock.calls).toEqual([[ADDRESS]])
  })
})
