import { type FunctionComponent, lazy } from 'react'

/** What stands in for a part whose code is gone; the app knows better than to fail. */
export const parts = { standIn: (error: unknown): Promise<FunctionComponent> => Promise.reject(error) }

/** A component that loads when it is first drawn, by its name in its module. */
export const part = <K extends string, P extends object>(
  load: () => Promise<Record<K, FunctionComponent<P>>>,
  name: K,
) =>
  lazy(() =>
    load().then(
      (module) => ({ default: module[name] }),
      async (error) => ({ default: await parts.standIn(error) }),
    ),
  )

/** Code that has to be there from now on; what stands in for a part knows what to do where it is gone. */
export const needed = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(async (error) => {
    await parts.standIn(error)
    throw error
  })
