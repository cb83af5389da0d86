import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { texts } from '#text/catalogue.ts'
import type { Dictionary } from '#text/dictionary.ts'
import { hubText } from '#text/hub.ts'
import { installText } from '#text/install.ts'
import { settingsText } from '#text/settings.ts'
import { speak as speakWhole } from '#text/speech.ts'

/** Only some words of it. */
const speak = (words: object = {}) => speakWhole(words)

afterEach(() => speak())

const german = {
  settings: { title: 'Einstellungen', sessions: { minutes: (count: number) => `vor ${count} Minuten` } },
  install: { steps: { mac: ['Eins.', 'Zwei.', 'Drei.'] } },
  late: { hello: 'Hallo' },
}

test('another language is spoken in place, and English again without one', () => {
  const { sessions } = settingsText
  const steps = installText.steps.mac
  speak(german)
  expect(settingsText.title).toBe('Einstellungen')
  expect(sessions.minutes(3)).toBe('vor 3 Minuten')
  expect(steps).toEqual(['Eins.', 'Zwei.', 'Drei.'])
  expect(settingsText.display.title).toBe('Display')
  speak({ settings: { display: { title: 'Pantalla' } } })
  expect(settingsText.title).toBe('Settings')
  expect(settingsText.display.title).toBe('Pantalla')
  speak()
  expect(settingsText.display.title).toBe('Display')
  expect(sessions.minutes(3)).toBe('Active 3 minutes ago')
  expect(steps).toEqual([
    'Open the File menu.',
    'Choose Add to Dock.',
    'Press Add, then open Countersign from the Dock.',
  ])
})

test('texts that load later are spoken as they come', () => {
  speak(german)
  const text = texts('late', { hello: 'Hello', bye: 'Bye' })
  expect(text).toEqual({ hello: 'Hallo', bye: 'Bye' })
  speak()
  expect(text).toEqual({ hello: 'Hello', bye: 'Bye' })
})

test('words of another shape are not taken', () => {
  const title = hubText
  speak({ hub: 'Hub', settings: { sessions: 'Sitzungen', title: { short: 'E' } } })
  expect(hubText).toBe(title)
  expect(settingsText.sessions.title).toBe('Sessions and devices')
  expect(settingsText.title).toBe('Settings')
})

test('a dictionary keeps what a text takes and frees what it says', () => {
  const list: Dictionary['activity']['list'] = (count) => `${count} Buchungen`
  expect(list(2)).toBe('2 Buchungen')
  // @ts-expect-error: without its number
  list()
})

const NOT_TEXTS = ['catalogue.ts', 'dictionary.ts', 'speech.ts']

test('every file of texts registers its own name, and the dictionary asks for it', () => {
  const asked = readFileSync('src/text/dictionary.ts', 'utf8')
  const files = readdirSync('src/text').filter((file) => file.endsWith('.ts') && !NOT_TEXTS.includes(file))
  for (const file of files) {
    const [, text, name] =
      /export const (\w+)Text = texts\('(\w+)', \{/.exec(readFileSync(`src/text/${file}`, 'utf8')) ?? []
    expect(text, file).toBe(name)
    expect(name?.toLowerCase(), file).toBe(file.slice(0, -3))
    expect(asked, file).toContain(`  ${name}: Words<typeof ${name}Text>\n`)
  }
})
