/**
 * Exact decimals for what screens show: `digits / 10^scale`. A tenth of decimal.js' weight, because the first
 * screens need sums and rounding but no division.
 */
export interface Fixed {
  digits: bigint
  scale: number
}

const PATTERN = /^(-?)(\d*)(?:\.(\d*))?$/

/** Reads decimal text such as '12.50'. Throws TypeError for anything else, exponents included. */
export const parseFixed = (text: string): Fixed => {
  const [, sign, whole = '', fraction = ''] = PATTERN.exec(text) ?? []
  if (whole + fraction === '') throw new TypeError(`'${text}' is not decimal text such as '12.50'`)
  return { digits: BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`), scale: fraction.length }
}

export const addFixed = (a: Fixed, b: Fixed): Fixed => {
  const scale = Math.max(a.scale, b.scale)
  return { digits: rescale(a, scale) + rescale(b, scale), scale }
}

export const multiplyFixed = (a: Fixed, b: Fixed): Fixed => ({
  digits: a.digits * b.digits,
  scale: a.scale + b.scale,
})

/** Negative, zero or positive as a is less than, equal to or greater than b. */
export const compareFixed = (a: Fixed, b: Fixed): number => {
  const scale = Math.max(a.scale, b.scale)
  const difference = rescale(a, scale) - rescale(b, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** Rounds half up, away from zero, to exactly `places` decimals. */
export const roundFixed = (value: Fixed, places: number): Fixed => {
  if (value.scale <= places) return { digits: rescale(value, places), scale: places }
  const unit = 10n ** BigInt(value.scale - places)
  const magnitude = value.digits < 0n ? -value.digits : value.digits
  const rounded = (magnitude + unit / 2n) / unit
  return { digits: value.digits < 0n ? -rounded : rounded, scale: places }
}

/** All decimals of the scale: `{digits: 150n, scale: 2}` is '1.50'. Never an exponent. */
export const fixedText = ({ digits, scale }: Fixed): string => {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  const whole = text.slice(0, text.length - scale)
  const sign = digits < 0n ? '-' : ''
  return scale === 0 ? sign + whole : `${sign}${whole}.${text.slice(-scale)}`
}

/** As `fixedText`, without trailing zeros: '1.50' is '1.5', '2.00' is '2'. */
export const plainText = (value: Fixed): string => {
  const text = fixedText(value)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

const rescale = (value: Fixed, scale: number): bigint => value.digits * 10n ** BigInt(scale - value.scale)
