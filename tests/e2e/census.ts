import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { BrowserContext } from 'playwright/test'

/** Where each worker leaves what its pages showed and what was used there. */
export const CENSUS_DIR = resolve('.cache/test/census')

/** One control: `button "Send" on /wallets assets`. */
type Control = string
type Word = 'shown' | 'used'

const records: Record<Word, Set<Control>> = { shown: new Set(), used: new Set() }

/** A control's name without what chance or the tests chose. Runs in the page, too: it uses nothing around it. */
export const plainName = (name: string): string =>
  name
    // Before what looks like the start of an address in one.
    .replaceAll(/[\w.+-]+@[\w.-]+/g, '@')
    // In one pass: each may have in it, or end with, what looks like the start of the other.
    .replaceAll(
      /\b(?:bc|tb|bcrt)1[0-9a-z]+(?:(?:\.{3}|…)[0-9a-z]+)?|0x[0-9a-f]{2,}(?:(?:\.{3}|…)[0-9a-f]+)?/gi,
      (address) => (/^0x/i.test(address) ? '0x…' : 'bc1…'),
    )
    .replace(' has pending items', '')
    // One control, whatever is chosen.
    .replace(/^(Theme(?:: )?)(?:system|light|dark)$/, '$1{theme}')
    .replace(/^Notifications(?:On|Off|Blocked)$/, 'Notifications{state}')
    .replace(/^Asset: [A-Z]+$/, 'Asset: {asset}')
    .replace(/^Inbox, \d+ waiting for you$/, 'Inbox')
    .replaceAll(/\d[\d.,]*/g, '#')
    // What people and chains name themselves; the tests know only these.
    .replaceAll(
      /(?:Harbour|Own|Second|Relief|Demo|Safe|Quiet|Dogwood) (?:Fund|Wallet|Hand|Guardian)|Wallet #/g,
      '{wallet}',
    )
    // One control for each of many.
    .replace(/^.+, (Recent|People|My wallets), .+$/, '{entry}, $1')
    .replace(/^(Name|Edit|Send to|Choose) (?!contact$|.*\{).+$/, '$1 {person}')
    .replace(/^Sign out (?:Unknown browser|\S+ on \S+)$/, 'Sign out {browser}')
    .replace(/^.+?(?:[Pp]rotected|Not protected yet)(?:\$ #|-)$/, '{wallet}, {worth}')
    .replace(/^Filters \(#\)$/, 'Filters')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 70)

/** Runs in the page: tells of each control once when it is seen, once when it is used. */
const watch = () => {
  // The sandbox page is no screen of the product.
  if (location.hostname !== 'localhost' || location.pathname.startsWith('/sandbox')) return
  const tell = (window as unknown as { census(word: Word, control: Control): void }).census
  const ROLES = 'button,link,switch,checkbox,radio,tab,menuitem,menuitemradio,option,textbox,combobox'.split(
    ',',
  )
  const CONTROLS = `a[href],button,input,select,textarea,summary,${ROLES.map((role) => `[role=${role}]`).join()}`
  const told = new Set<string>()

  const words = (element: Element): string => {
    const copy = element.cloneNode(true) as Element
    for (const hidden of copy.querySelectorAll('[aria-hidden=true],svg,select')) hidden.remove()
    return copy.textContent ?? ''
  }
  const nameOf = (element: Element): string => {
    const by = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
    const { labels } = element as HTMLInputElement
    const name =
      by.trim() ||
      element.getAttribute('aria-label') ||
      (labels?.[0] && words(labels[0])) ||
      words(element).trim() ||
      element.querySelector('img')?.alt ||
      element.getAttribute('title') ||
      element.getAttribute('placeholder') ||
      ''
    return (window as unknown as { plainName: typeof plainName }).plainName(name)
  }
  const roleOf = (element: Element): string => {
    const role = element.getAttribute('role')
    if (role) return role
    const tag = element.tagName.toLowerCase()
    if (tag === 'a') return 'link'
    if (tag === 'summary') return 'button'
    if (tag === 'select') return 'combobox'
    if (tag === 'button') return 'button'
    return tag === 'input' && ['checkbox', 'radio'].includes((element as HTMLInputElement).type)
      ? (element as HTMLInputElement).type
      : 'textbox'
  }
  const placeOf = (element: Element): string => {
    const layer = element.closest('[role=dialog],[role=alertdialog]')
    if (layer) return `dialog "${nameOf(layer).replace(/^[A-Z]{3,5}$/, '{asset}')}"`
    if (element.closest('[role=menu],[role=listbox]')) return 'a menu'
    if (element.closest('[aria-label^=Notifications]')) return 'a toast'
    if (element.matches('a[href$="/sandbox"]')) return 'the frame'
    const card = element.closest('section[aria-label],section[aria-labelledby]')
    if (card) return `card "${nameOf(card)}"`
    if (element.closest('header,nav') || element.matches('[href="#main"]')) return 'the frame'
    if (element.matches('[role=tab]')) return location.pathname
    const tabs = [...document.querySelectorAll('[role=tab][aria-selected=true]')].map(nameOf)
    return [location.pathname.replace(/.*\/(?:nope|x)$/, 'an unknown address'), ...tabs].join(' ')
  }
  const controlOf = (element: Element): Control => {
    const role = roleOf(element)
    const name = nameOf(element)
    // What is shortened shows all of itself, wherever it stands.
    if (element.hasAttribute('popovertarget')) return 'button "{whole value}"'
    // The button of the switcher is one control, whatever its wallet is called.
    if (element.matches('header button[aria-haspopup=dialog]:not([aria-label])'))
      return 'button "{wallet}" on the frame'
    // One link, however the wallet is protected.
    if (element.matches('[href="/wallets?tab=guardians"]')) return 'link "{protection}" on the frame'
    // Each asset of a wallet has one, named by its symbol.
    if (/^[A-Z][A-Z #…]+$/.test(name) && element.closest('[role=tabpanel] :is(td,li)'))
      return 'button "{asset}" on /wallets'
    // A choice is named by its first word, its figures change.
    return `${role} "${role === 'radio' ? name.split('#')[0] : name}" on ${placeOf(element)}`
  }
  const say = (word: Word, control: Control) => {
    // The same controls, in other words.
    if (document.documentElement.lang !== 'en') return
    const both = `${word} ${control}`
    if (told.has(both)) return
    told.add(both)
    tell(word, control)
  }

  const usable = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('[inert],[aria-hidden=true],[aria-disabled=true],[disabled]')
  const look = () => {
    for (const element of document.querySelectorAll(CONTROLS))
      if (usable(element)) say('shown', controlOf(element))
  }
  let waits = false
  const later = () => {
    if (waits) return
    waits = true
    setTimeout(() => {
      waits = false
      requestIdleCallback(look, { timeout: 500 })
    }, 500)
  }
  const use = ({ target }: Event) => {
    const element = target instanceof Element ? target.closest(CONTROLS) : null
    if (element && usable(element))
      for (const word of ['shown', 'used'] as const) say(word, controlOf(element))
  }
  for (const event of ['pointerdown', 'click', 'input', 'change']) document.addEventListener(event, use, true)
  new MutationObserver(later).observe(document, { childList: true, subtree: true, attributes: true })
}

/** Counts the controls of all pages of this browser from now on. */
export const takeCensus = async (context: BrowserContext): Promise<void> => {
  if (!process.env.CENSUS) return
  await context.exposeBinding('census', (_source, word: Word, control: Control) => {
    records[word].add(control)
  })
  await context.addInitScript(`window.plainName = ${plainName}`)
  await context.addInitScript(watch)
}

export const keepCensus = (): void => {
  if (!process.env.CENSUS) return
  mkdirSync(CENSUS_DIR, { recursive: true })
  const { shown, used } = records
  writeFileSync(
    resolve(CENSUS_DIR, `${process.pid}.json`),
    JSON.stringify({ shown: [...shown], used: [...used] }),
  )
}
