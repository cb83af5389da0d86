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
