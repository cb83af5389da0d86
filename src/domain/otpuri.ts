/** The base32 secret of an otpauth URI; undefined when there is none. */
export const otpSecret = (otpUri: string): string | undefined => /[?&]secret=([^&#]+)/i.exec(otpUri)?.[1]

/** The secret in what somebody pasted: itself, or the otpauth link that carries it; undefined when it is none. */
export const parseSecret = (text: string): string | undefined => {
  const secret = (text.trim().startsWith('otpauth:') ? (otpSecret(text) ?? '') : text)
    .toUpperCase()
    .replace(/[\s-]|=+$/g, '')
  return secret.length >= 8 && /^[A-Z2-7]+$/.test(secret) ? secret : undefined
}
