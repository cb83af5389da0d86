import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** Draws a component into the document; `draw` draws it again, `remove` takes it away. */
export async function render(node: ReactNode) {
  const box = document.createElement('div')
  document.body.append(box)
  const root = createRoot(box)
  const draw = (next: ReactNode) => act(async () => root.render(next))
  const remove = () =>
    act(async () => {
      root.unmount()
      box.remove()
    })
  await draw(node)
  return { box, draw, remove }
}

export function find<T extends Element = HTMLElement>(box: Element, selector: string): T {
  const element = box.querySelector<T>(selector)
  if (!element) throw new Error(`Nothing matches ${selector} in ${box.innerHTML}`)
  return element
}

/** Sets the value as a user's typing or pasting does, past React's own value tracking. */
export function type(input: HTMLInputElement, text: string) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  return act(async () => {
    set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
