import { expect, test } from 'vitest'
import { ENGLISH } from '#contract/said.ts'
import { errors as german } from '#text/de/errors.ts'
import { errors as spanish } from '#text/es/errors.ts'

const filled = (sentence: string): string => sentence.replace(/\{(\w+)\}/g, (_, name) => `<${name}>`)
const holes = (text: string | undefined) => [...(text ?? '').matchAll(/<\w+>/g)].map(String).sort()

test('every sentence has its German and its Spanish, with all that is put in', () => {
  for (const sentence of Object.values(ENGLISH)) {
    const english = filled(sentence)
    for (const inWords of [german, spanish]) {
      const words = inWords(english)
      expect(words, english).toBeDefined()
      expect(holes(words), english).toEqual(holes(english))
    }
  }
})

test('a sentence is said by the key that came with it, and what was added stays', () => {
  const told = { message: 'An English of tomorrow', key: 'feesRose', params: {} }
  expect(german('An English of tomorrow', told)).toBe(
    'Die Netzwerkgebühren sind gestiegen. Prüfen Sie die neue Gebühr.',
  )
  expect(german('An English of tomorrow Nichts.', told)).toMatch(/Prüfen Sie die neue Gebühr\. Nichts\.$/)
  expect(german('Written by the page itself', told)).toBeUndefined()
})

test('without a key, or with one of a newer server, the English is looked up', () => {
  expect(spanish('Network fees rose. Check the new fee.')).toMatch(/^Las comisiones/)
  const told = { message: 'This wallet does not exist', key: 'ofTomorrow', params: {} }
  expect(german('This wallet does not exist', told)).toBe('Diese Wallet gibt es nicht')
  expect(german('Said by nobody', { message: 'Said by nobody', key: 'toString', params: {} })).toBeUndefined()
  expect(german('No price', { message: 'No price', key: 'noPrice', params: {} })).toBeUndefined()
})

test('a status has a word of its own, and what others wrote stays as it is', () => {
  expect(german('This wallet is processing. Only an active one can send.')).toBe(
    'Diese Wallet hat den Status „in Bearbeitung“. Nur eine aktive kann senden.',
  )
  const hostile = '<b>$&$1</b>{symbol}'
  expect(german(`There is no price for ${hostile}`)).toBe(`Für ${hostile} gibt es keinen Preis`)
})
