import encodeQR from 'qr'
import { afterEach, expect, test, vi } from 'vitest'
import { faultOf, openCamera } from '#features/send/camera.ts'
import { createReader } from '#features/send/reader.ts'

afterEach(() => vi.unstubAllGlobals())

const TEXT = 'bitcoin:bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080?amount=0.5'

/** A canvas that shows a code, or nothing. */
const pictureOf = (text?: string): HTMLCanvasElement => {
  const modules = text === undefined ? [] : encodeQR(text, 'raw', { border: 4, scale: 4 })
  const side = modules.length || 200
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  modules.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    })
  })
  const pixels = { width: side, height: side, data }
  return { width: side, height: side, getContext: () => ({ getImageData: () => pixels }) } as never
}

/** The browser's own, which knows these formats and answers so. */
const stubDetector = (formats: string[], detect: () => Promise<{ rawValue: string }[]>) =>
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => formats
      detect = detect
    },
  )

test('the browser reads the code itself where it can', async () => {
  stubDetector(['ean_13', 'qr_code'], async () => [{ rawValue: 'read by the browser' }])
  const read = await createReader()
  expect(await read(pictureOf(TEXT))).toBe('read by the browser')
})

test.each([
  ['has no detector', () => undefined],
  ['has one for other codes', () => stubDetector(['ean_13'], async () => [{ rawValue: 'no' }])],
  ['has one that fails', () => stubDetector(['qr_code'], () => Promise.reject(new Error('No service')))],
])('the library reads it where the browser %s', async (_, prepare) => {
  prepare()
  const read = await createReader()
  expect(await read(pictureOf(TEXT))).toBe(TEXT)
  expect(await read(pictureOf())).toBeUndefined()
})

test.each([
  ['NotAllowedError', 'refused'],
  ['NotFoundError', 'absent'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['TypeError', 'failed'],
])('%s of the camera means: %s', (name, fault) => {
  expect(faultOf(Object.assign(new Error('No camera'), { name }))).toBe(fault)
})

test('a camera that comes once nobody waits for it is released', async () => {
  const stop = vi.fn()
  vi.stubGlobal('navigator', {
    mediaDevices: { getUserMedia: async () => ({ getTracks: () => [{ stop }] }) },
  })
  const over = new AbortController()
  await openCamera(over.signal)
  expect(stop).not.toHaveBeenCalled()
  over.abort()
  expect(stop).toHaveBeenCalledTimes(1)
  await openCamera(over.signal)
  expect(stop).toHaveBeenCalledTimes(2)
})
