// @vitest-environment happy-dom
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { CodeField } from '#ui/CodeField.tsx'
import { find, render, type } from './render.tsx'

type Props = { length?: 6 | 8; error?: string; hint?: string; start?: string }

function Form({ start = '', ...props }: Props) {
  const [value, setValue] = useState(start)
  return <CodeField {...props} value={value} onChange={setValue} />
}

afterEach(() => {
  document.body.replaceChildren()
})

describe('CodeField', () => {
  test.each([
    ['a plain code', 6, '402918', '402918'],
    ['a code with blanks around and inside', 6, ' 402 918\n', '402918'],
    ['a code in a sentence', 6, 'Your code: 402-918', '402918'],
    ['a code among other numbers', 6, 'Code 402918 lasts 10 minutes', '402918'],
    ['nothing that it would have to choose', 6, '402918 402919', '402918402919'],
    ['more digits than boxes', 6, '4029187', '4029187'],
    ['a letter among the digits', 6, '12a456', '12a456'],
    ['no more than twice as much as fits', 6, '1'.repeat(99), '1'.repeat(12)],
    ['a backup code as it is printed', 8, '4821 0937', '48210937'],
  ] as const)('takes %s', async (_, length, pasted, expected) => {
    const { box } = await render(<Form length={length} />)
    await type(find<HTMLInputElement>(box, 'input'), pasted)
    expect(find<HTMLInputElement>(box, 'input').value).toBe(expected)
  })

  test('shows each digit in its box', async () => {
    const { box } = await render(<Form />)
    await type(find<HTMLInputElement>(box, 'input'), '40291')
    const boxes = [...find(box, '[aria-hidden]').children].map((child) => child.textContent)
    expect(boxes).toEqual(['4', '0', '2', '9', '1', ''])
  })

  test('shows what is too much, too', async () => {
    const { box } = await render(<Form start="4029187" />)
    const boxes = [...find(box, '[aria-hidden]').children].map((child) => child.textContent)
    expect(boxes).toEqual(['4', '0', '2', '9', '1', '8', '7'])
  })

  test('is one input that a keyboard and a password manager know as a one-time code', async () => {
    const { box } = await render(<Form hint="The code renews every 30 seconds" />)
    const input = find<HTMLInputElement>(box, 'input')
    expect(box.querySelectorAll('input')).toHaveLength(1)
    expect(input.getAttribute('inputmode')).toBe('numeric')
    expect(input.getAttribute('autocomplete')).toBe('one-time-code')
    expect(find<HTMLLabelElement>(box, 'label').htmlFor).toBe(input.id)
    expect(input.hasAttribute('aria-invalid')).toBe(false)
    expect(described(box, input)).toBe('The code renews every 30 seconds')
  })

  test('keeps the digits and names the error', async () => {
    const { box } = await render(<Form start="402918" error="Invalid verification Code" hint="hint" />)
    const input = find<HTMLInputElement>(box, 'input')
    expect(input.value).toBe('402918')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(described(box, input)).toBe('Invalid verification Code')
  })
})

function described(box: Element, input: Element) {
  return box.querySelector(`[id='${input.getAttribute('aria-describedby')}']`)?.textContent
}
