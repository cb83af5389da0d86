import { type ComponentType, type FunctionComponent, lazy, useEffect } from 'react'
import { parts } from '#ui/part.ts'
import { lost } from './lost.ts'

/** Stands where a part is gone, and asks again whenever that is wanted. */
function Lost() {
  useEffect(() => void lost(new Error('A part of the page is gone.')).catch(() => undefined), [])
  return null
}

parts.standIn = async (error) => {
  await lost(error)
  return Lost
}

const standIn = async <P extends object>(error: unknown): Promise<Loaded<P>> => ({
  default: await parts.standIn(error),
})

/** Loads of parts that are not there yet. */
const loads = new Set<() => Promise<unknown>>()

/** What is wanted later is loaded once somebody uses the page. */
export const loadLater = (load: () => Promise<unknown>): void => void loads.add(load)

export interface Preloaded {
  preload(): Promise<void>
}
export type Lazily<P extends object> = FunctionComponent<P> & Preloaded

type Loaded<P extends object> = { default: ComponentType<P> }

/** Tells at once: a promise would have React draw the fallback, and keep it for a third of a second. */
const here = <P extends object>(loaded: Loaded<P>): PromiseLike<Loaded<P>> => ({
  // biome-ignore lint/suspicious/noThenProperty: that is what React asks for
  then: (done) => (done ? done(loaded) : loaded) as never,
})

/** A component that loads when it is first drawn, or before that by `preload`, by its name in its module. */
export const lazily = <K extends string, P extends object>(
  load: () => Promise<Record<K, FunctionComponent<P>>>,
  name: K,
): Lazily<P> => {
  let loaded: Loaded<P> | undefined
  const fetchIt = async (): Promise<Loaded<P>> => {
    loaded ??= { default: (await load())[name] }
    return loaded
  }
  const preload = async () => void (await fetchIt())
  loadLater(preload)
  const Component = lazy(() => (loaded ? here(loaded) : fetchIt().catch(standIn<P>)) as Promise<Loaded<P>>)
  return Object.assign(Component as unknown as FunctionComponent<P>, { preload })
}

/** Whatever fails now is asked for again when it is drawn. */
export const preload = (components: readonly Preloaded[]): void => {
  for (const component of components) component.preload().catch(() => undefined)
}

export const preloadAll = (): void => {
  for (const load of loads) load().catch(() => undefined)
  loads.clear()
}
