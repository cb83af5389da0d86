import { type FunctionComponent, lazy } from 'react'

/** What becomes of a part whose code is gone; the app knows better than to fail. */
export const parts = { lost: (error: unknown): Promise<never> => Promise.reject(error) }

/** A component that loads when it is first drawn, by its name in its module. */
export const part = <K extends string, P extends object>(
  load: () => Promise<Record<K, FunctionComponent<P>>>,
  name: K,
) =>
  lazy(() =>
    load().then(
      (module) => ({ default: module[name] }),
      (error) => parts.lost(error),
    ),
  )
