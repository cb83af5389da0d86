import type { Page } from 'playwright/test'

/** The narrowest phone; and what a page has at 400 % zoom. */
export const NARROW = { width: 320, height: 640 }

/** What is wider than the window, of the page and of what lies over it, and codes that are wider than their column. */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const boxes = [
      document.documentElement,
      ...document.querySelectorAll('[role$=dialog] :not(input, .sr-only), [role=menu] *'),
    ]
    const codes = [...document.querySelectorAll('[role$=dialog] [role=img]')]
    return [
      ...boxes.filter(
        (box) =>
          box.scrollWidth > innerWidth ||
          box.getBoundingClientRect().right > innerWidth ||
          (box.closest('[role=menu]') && box.getBoundingClientRect().left < 0),
      ),
      ...codes.flatMap((code) => {
        const column = code.closest('.text-center')
        const tile = code.closest('.bg-white')
        return column && tile && tile.clientWidth > column.clientWidth ? [tile] : []
      }),
    ].map(({ outerHTML }) => outerHTML.slice(0, 200))
  })

/** Has a browser show text of so many per cent of its first size, as its own setting does; media queries know of it, too. */
export const textArgument = (percent: number): string =>
  `--blink-settings=defaultFontSize=${(16 * percent) / 100}`

/** Text that its box cuts off and does not say so, and text that lies over other text. */
export const crowded = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root =
      [...document.querySelectorAll('[role$=dialog]')].at(-1) ??
      document.querySelector('main') ??
      document.body
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('.sr-only, [popover]:not(:popover-open)')
    const name = (element: Element) =>
      `${element.outerHTML.slice(0, 160)} (${element.textContent?.trim().slice(0, 60)})`
    const hides = (value: string) => value === 'hidden' || value === 'clip'
    const isCut = (element: Element) => {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element)
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false
      const wide = hides(overflowX) && element.scrollWidth > element.clientWidth + 1
      const high = hides(overflowY) && element.scrollHeight > element.clientHeight + 1
      return (wide || high) && element.textContent?.trim() !== ''
    }
    /** What of it can be seen through the boxes around it that scroll or cut off. */
    const seen = ({ left, top, right, bottom }: DOMRect, around: Element | null): DOMRect => {
      const rect = new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
      if (!around || around === root.parentElement) return rect
      const { overflowX, overflowY } = getComputedStyle(around)
      if (overflowX === 'visible' && overflowY === 'visible') return seen(rect, around.parentElement)
      const box = around.getBoundingClientRect()
      const [x, y] = [Math.max(left, box.left), Math.max(top, box.top)]
      const [width, height] = [Math.min(right, box.right) - x, Math.min(bottom, box.bottom) - y]
      return seen(new DOMRect(x, y, Math.max(0, width), Math.max(0, height)), around.parentElement)
    }
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const lines: { rect: DOMRect; parent: Element }[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent || node.textContent?.trim() === '' || !isShown(parent)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const line of range.getClientRects()) {
        const rect = seen(line, parent)
        if (rect.width > 1 && rect.height > 1) lines.push({ rect, parent })
      }
    }
    const isFixed = (element: Element | null): boolean =>
      element !== null &&
      element !== root &&
      (/fixed|sticky/.test(getComputedStyle(element).position) || isFixed(element.parentElement))
    const over = lines.flatMap((one, index) =>
      lines.slice(index + 1).flatMap((other) => {
        if (one.parent === other.parent || isFixed(one.parent) !== isFixed(other.parent)) return []
        const width = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left)
        const height = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top)
        const least = Math.min(one.rect.height, other.rect.height)
        return width > 2 && height > least / 3 ? [`${name(one.parent)} OVER ${name(other.parent)}`] : []
      }),
    )
    const cut = [...root.querySelectorAll('*')].filter((element) => isShown(element) && isCut(element))
    return [...cut.map(name), ...over]
  })
