import { type FunctionComponent, lazy } from 'react'

/** A component that loads when it is first drawn, by its name in its module. */
export const lazily = <K extends string, P extends object>(
  load: () => Promise<Record<K, FunctionComponent<P>>>,
  name: K,
): FunctionComponent<P> =>
  lazy(async () => ({ default: (await load())[name] })) as unknown as FunctionComponent<P>
