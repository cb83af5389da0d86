import { expect, test } from 'vitest'
import { ownAddressError } from '#domain/email.ts'

const SAME = 'You cannot be a Guardian of your own wallet'
const ALIAS = 'This is another spelling of your own address. A Guardian should be somebody else.'

test.each([
  ['mara@lindqvist.example', ' Mara@Lindqvist.example ', SAME],
  ['mara@lindqvist.example', 'mara+guardian@lindqvist.example', ALIAS],
  ['mara+wallet@lindqvist.example', 'mara@lindqvist.example', ALIAS],
  ['mara+a@lindqvist.example', 'mara+b+c@LINDQVIST.example', ALIAS],
  ['mara.lind@gmail.com', 'm.a.r.a.l.i.n.d@gmail.com', ALIAS],
  ['maralind@gmail.com', 'maralind@googlemail.com', ALIAS],
  ['Mara.Lind+x@googlemail.com', 'maralind+y@gmail.com', ALIAS],
  ['mara.lind@lindqvist.example', 'maralind@lindqvist.example', undefined],
  ['mara@lindqvist.example', 'mara@other.example', undefined],
  ['mara@gmail.com', 'mara@gmail.com.example', undefined],
  ['mara@gmail.com', 'tom@gmail.com', undefined],
  ['+a@lindqvist.example', '+b@lindqvist.example', undefined],
])('for %s, %j as Guardian: %s', (owner, email, error) => {
  expect(ownAddressError(owner, email)).toBe(error)
  expect(ownAddressError(email, owner)).toBe(error)
})
