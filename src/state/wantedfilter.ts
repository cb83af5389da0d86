import { atom } from 'jotai'
import type { TransactionFilter } from '#domain/txfilter.ts'

/** What of a wallet's activity somebody wants to see when it opens next; undefined once it was taken up. */
export const wantedFilterAtom = atom<TransactionFilter | undefined>(undefined)
