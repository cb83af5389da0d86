import { type Drawn, drawnText } from '#domain/drawn.ts'
import { digestOfText } from '#state/digest.ts'

/** Names what a dialog showed. */
export const digestOf = (drawn: Drawn): Promise<string> => digestOfText(drawnText(drawn))
