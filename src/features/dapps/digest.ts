import { type Drawn, drawnText } from '#domain/drawn.ts'

/** Names what a dialog showed: SHA-256, as hex. */
export const digestOf = async (drawn: Drawn): Promise<string> => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(drawnText(drawn)))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
