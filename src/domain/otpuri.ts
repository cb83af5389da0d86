/** The base32 secret of an otpauth URI; undefined when there is none. */
export const otpSecret = (otpUri: string): string | undefined => /[?&]secret=([^&#]+)/i.exec(otpUri)?.[1]
