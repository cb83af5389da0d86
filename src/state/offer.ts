import { atom, useAtom, useAtomValue } from 'jotai'
import * as z from 'zod/mini'
import { type Device, needsHomeScreen } from '#domain/device.ts'
import { type Action, useAction } from './action.ts'
import { notificationsAtom } from './browser.ts'
import { askNotifications, readDevice } from './device.ts'
import { persistedAtom } from './persisted.ts'

/** How long (milliseconds) a closed offer stays closed. */
export const OFFER_PAUSE = 30 * 24 * 3_600_000

/** When the offer of notifications was closed; null while it never was. */
export const offerClosedAtom = persistedAtom<string | null>('offer-closed', z.nullable(z.string()), null)

export type OfferKind = 'enable' | 'home-screen'

/** What to offer about notifications; undefined when they are settled, impossible, or the offer was closed lately. */
export const offerOf = (
  permission: NotificationPermission | 'unsupported',
  device: Device,
  closedAt: string | null,
  now: number,
): OfferKind | undefined => {
  if (closedAt !== null && now - Date.parse(closedAt) < OFFER_PAUSE) return undefined
  if (permission === 'default') return 'enable'
  return permission === 'unsupported' && needsHomeScreen(device) ? 'home-screen' : undefined
}

const offerAtom = atom((get) =>
  offerOf(get(notificationsAtom), readDevice(), get(offerClosedAtom), Date.now()),
)

export interface Offer {
  kind: OfferKind
  /** Asks the browser's question: for the user's click only. */
  enable: Action<[], void>
  close: () => void
}

/** The offer to enable notifications; undefined while there is nothing to offer. */
export const useOffer = (): Offer | undefined => {
  const kind = useAtomValue(offerAtom)
  const [, setClosed] = useAtom(offerClosedAtom)
  const enable = useAction(askNotifications, { onError: 'toast' })
  return kind && { kind, enable, close: () => setClosed(new Date().toISOString()) }
}
