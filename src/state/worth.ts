import { type Atom, atom } from 'jotai'
import { addFixed, fixedText, parseFixed } from '#domain/fixed.ts'
import { portfolioUsd, tokenIndex } from '#domain/portfolio.ts'
import { loadedAtom } from './loaded.ts'
import { assetsAtom } from './perwallet.ts'
import { tokensAtom, visibleWalletsAtom } from './wallets.ts'

const indexAtom = atom((get) => tokenIndex(get(tokensAtom)))

const made = new Map<string, Atom<string | undefined>>()

/** What a wallet is worth in USD; undefined until it was read once what it holds. */
export const worthAtom = (walletId: string): Atom<string | undefined> => {
  const known =
    made.get(walletId) ??
    atom((get) => {
      const assets = get(assetsAtom(walletId))
      const isRead = assets.length > 0 || get(loadedAtom)[`assets/${walletId}`] !== undefined
      return isRead ? portfolioUsd(assets, get(indexAtom)) : undefined
    })
  made.set(walletId, known)
  return known
}

/** The sum of what all wallets that are listed are worth, as each of them says; undefined while one is unknown. */
export const allWorthAtom = atom((get) =>
  get(visibleWalletsAtom).reduce<string | undefined>((sum, { id }) => {
    const worth = get(worthAtom(id))
    if (sum === undefined || worth === undefined) return undefined
    return fixedText(addFixed(parseFixed(sum), parseFixed(worth)))
  }, '0'),
)
