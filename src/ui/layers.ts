import { useEffect, useLayoutEffect, useRef } from 'react'
import { popstate } from './popstate.ts'

/**
 * Back closes what lies over the page before it leaves the page. Whatever is open (panel, dialog, menu) has an entry of
 * its own in the browser's history, with the number of entries above the page's own in its state. Closing by any other
 * way takes the entry away again, so Back never does nothing and Forward never opens a page that is gone.
 */
interface Layer {
  /** A step that leads back to another one has two entries: one for each. */
  entries: 1 | 2
  /** What is shown above everything else closes first. */
  rank: number
  onBack: () => void
}

/** How long (milliseconds) a move through the history may take before the page goes on: it then comes late, if at all. */
const PATIENCE = 1000

const layers: Layer[] = []
/** What waits until the history has moved; a call to it from outside would end up on the wrong entry. */
let moving: (() => void)[] | undefined
let patience: ReturnType<typeof setTimeout> | undefined
/** By how many of the layers' entries a move that took too long will still move. */
let overdue = 0
let scheduled = false
/** The depth before the browser moved. */
let stood = 0
/** What the page replaced its own entry by while that lay below: it is written there on the way back. */
let replaced: { from: string; state: unknown; url: string } | undefined

const depth = (): number => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'layer' in state ? Number(state.layer) : 0
}
const stand = () => {
  stood = depth()
}
const pageState = (): unknown => (depth() > 0 ? history.state.page : history.state)
const wanted = (): number => layers.reduce((sum, { entries }) => sum + entries, 0)

/** The browser's own: wouter need not look at an address that stays the same. */
const { pushState, replaceState } = History.prototype

const settleSoon = () => {
  if (scheduled) return
  scheduled = true
  // What closes and what opens in its place is one change.
  setTimeout(() => {
    scheduled = false
    settle()
  })
}

const settle = () => {
  if (moving) return
  const [want, have] = [wanted() - overdue, depth()]
  const page = pageState()
  for (let layer = have + 1; layer <= want; layer++) pushState.call(history, { layer, page }, '')
  stand()
  if (want < have) move(want - have)
}

const move = (by: number) => {
  moving = []
  patience = setTimeout(() => {
    if (by < 0) overdue += by
    arrived()
  }, PATIENCE)
  history.go(by)
}

const arrived = () => {
  clearTimeout(patience)
  const waiting = moving ?? []
  moving = undefined
  for (const run of waiting) run()
  settleSoon()
}

let heard: Event | undefined

const onPop = (event?: Event) => {
  // The page's own listener comes first where there is one; then this has been heard already.
  if (event && event === heard) return
  heard = event
  const have = depth()
  const gone = stood > 0 ? stood - have : wanted()
  const hadNoEntry = stood === 0 && have === 0 && layers.length > 0
  stand()
  if (have === 0 && replaced) {
    const { from, state, url } = replaced
    replaced = undefined
    if (location.href === from) replaceState.call(history, state, '', url)
  }
  if (overdue !== 0) {
    overdue = 0
    return moving ? undefined : settleSoon()
  }
  if (moving) return arrived()
  if (hadNoEntry) {
    // What has just opened has no entry yet: it closes all the same, and the page stays.
    event?.stopImmediatePropagation()
    move(1)
  }
  let left = gone
  for (const layer of [...layers].reverse()) {
    if (left <= 0) break
    left -= layer.entries
    layer.onBack()
  }
  settleSoon()
}

/** The page moves on while something lies over it: not on top of the layers' entries but in their place. */
const guardHistory = () => {
  const [push, replace] = [history.pushState.bind(history), history.replaceState.bind(history)]
  history.pushState = (state: unknown, unused, url) => {
    const have = depth()
    const again = () => history.pushState(state, unused, url)
    if (moving) moving.push(again)
    else if (have === 0) push(state, unused, url)
    else if (have > 1) {
      move(1 - have)
      moving = [again]
    } else {
      replace(state, unused, url)
      settleSoon()
    }
  }
  history.replaceState = (state: unknown, unused, url) => {
    const layer = depth()
    if (moving) moving.push(() => history.replaceState(state, unused, url))
    else if (layer === 0) replace(state, unused, url)
    else {
      const from = replaced?.from ?? location.href
      replace({ layer, page: state }, unused, url)
      replaced = { from, state, url: location.href }
    }
  }
}

const open = (layer: Layer) => {
  const above = layers.findIndex(({ rank }) => rank > layer.rank)
  layers.splice(above < 0 ? layers.length : above, 0, layer)
  settleSoon()
  return () => {
    layers.splice(layers.indexOf(layer), 1)
    settleSoon()
  }
}

if (typeof window !== 'undefined') {
  guardHistory()
  popstate.first = onPop
  addEventListener('popstate', onPop)
  // Entries of a visit before a reload: nothing is open any more.
  settleSoon()
}

/** While `isOpen`, Back calls `onBack` instead of leaving the page. */
export function useLayer(isOpen: boolean, onBack: () => void, entries: 1 | 2 = 1, rank = 0): void {
  const back = useRef(onBack)
  useEffect(() => {
    back.current = onBack
  })
  // Before it is seen, so that no Back comes first.
  useLayoutEffect(() => {
    if (isOpen) return open({ entries, rank, onBack: () => back.current() })
  }, [isOpen, entries, rank])
}
