import { keepOwn } from './preference.ts'
import { speakChosen } from './speech.ts'

let keeps = false

/** Speaks what was chosen, and from the first time on the account hears of it; `chosen`: just now. */
export const speakHere = async (document: Document, chosen: boolean): Promise<void> => {
  if (!keeps) keepOwn(chosen)
  keeps = true
  await speakChosen(document)
}
