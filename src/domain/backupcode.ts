import type { BackupCode } from '#contract/user.ts'

/** `1234 5678` */
export const backupCodeText = (value: string): string => {
  const half = Math.ceil(value.length / 2)
  return `${value.slice(0, half)} ${value.slice(half)}`
}

/** `now` in milliseconds. */
export const backupFileName = (now: number): string => `back-up-${now}.txt`

/** The unused codes, unbroken. */
export const backupFileText = (codes: readonly BackupCode[]): string =>
  codes
    .filter(({ usedAt }) => !usedAt)
    .map(({ value }) => value)
    .join('; ')
