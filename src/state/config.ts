import * as z from 'zod/mini'
import { Config } from '#contract/config.ts'
import { persistedAtom } from './persisted.ts'

/** What this installation says of itself; null until it was asked once. */
export const configAtom = persistedAtom<Config | null>('config', z.nullable(Config), null)
