/** Tells the text of a code in a picture, if there is one. */
export type Reader = (picture: HTMLCanvasElement) => Promise<string | undefined>

/** https://wicg.github.io/shape-detection-api/: what TypeScript's library does not have. */
interface Detector {
  detect(picture: HTMLCanvasElement): Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

const FORMAT = 'qr_code'

const nativeReader = async (): Promise<Reader | undefined> => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => [])
  if (!BarcodeDetector || !formats?.includes(FORMAT)) return undefined
  const detector = new BarcodeDetector({ formats: [FORMAT] })
  return async (picture) => (await detector.detect(picture))[0]?.rawValue
}

const libraryReader = async (): Promise<Reader> => {
  const { default: decode } = await import('qr/decode.js')
  return async (picture) => {
    const { width, height } = picture
    const pixels = picture.getContext('2d')?.getImageData(0, 0, width, height)
    try {
      return pixels && decode(pixels)
    } catch {
      // That is how it says that there is none.
      return undefined
    }
  }
}

/** The browser's own where it has one that works, else a library, which loads then. */
export const createReader = async (): Promise<Reader> => {
  const native = await nativeReader()
  if (!native) return libraryReader()
  let reader = native
  return async (picture) => {
    try {
      return await reader(picture)
    } catch {
      // Some have it without the part of the system that does the work.
      reader = await libraryReader()
      return reader(picture)
    }
  }
}
