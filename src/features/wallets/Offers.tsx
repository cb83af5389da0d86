import { useOffer } from '#state/offer.ts'
import { OfferCard } from '#ui/OfferCard.tsx'
import { InstallCard } from './InstallCard.tsx'

/** Notifications are of use from the first connected DApp on, and so is the app itself. One question at a time. */
export function Offers() {
  const offer = useOffer()
  return offer ? <OfferCard {...offer} className="mt-5" /> : <InstallCard className="mt-5" />
}
