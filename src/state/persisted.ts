import type * as z from 'zod/mini'
import { readLeniently } from '#contract/lenient.ts'
import { type Read, type Rows, storedAtom, storedFamily } from './registry.ts'

const reader =
  <T>(schema: z.ZodMiniType<T>): Read<T> =>
  (stored, onOdd) =>
    readLeniently(schema, stored, onOdd) as ReturnType<Read<T>>

/** `storedAtom` whose values are read by a schema. */
export const persistedAtom = <T>(key: string, schema: z.ZodMiniType<T>, initial: T) =>
  storedAtom(key, reader(schema), initial)

/** `storedFamily` whose lists are read by a schema. */
export const persistedFamily = <T>(name: string, schema: z.ZodMiniType<T>, initial: T, rows: Rows) =>
  storedFamily(name, reader(schema), initial, 1, rows)
