import type { Page } from 'playwright/test'

/** All that is shown or named on the page: its text line by line, what its fields hold, and its accessible names. */
export const told = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = [...document.body.querySelectorAll<HTMLElement>('*')].filter((one) => one.checkVisibility())
    const names = shown.flatMap((one) => [
      ...['aria-label', 'title', 'alt', 'placeholder'].map((name) => one.getAttribute(name)),
      ...(one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement ? [one.value] : []),
    ])
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden counts for nothing, and each line by itself
    const lines = [document.title, ...document.body.innerText.split('\n'), ...names]
    return [...new Set(lines.map((line) => line?.trim() ?? ''))].filter(Boolean)
  })

/** A number with a point before its decimals, which no date, address of a host or version is. */
const POINTED = /(?<![\w]|\d\.)\d+\.\d+(?![\w]|\.\d)/
/** A number with commas between its thousands. */
const GROUPED = /\d,\d{3},\d{3}/

/** What of these texts has numbers that are not written with a comma before their decimals. */
export const wrongNumbers = (texts: readonly string[]): string[] =>
  texts.filter((text) => POINTED.test(text) || GROUPED.test(text))
