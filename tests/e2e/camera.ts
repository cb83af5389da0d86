import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import encodeQR from 'qr'

/** What the browser's camera sees: a film of one picture, which may be changed while it is read. */
const FILM = resolve(`.cache/test/camera-${process.env.TEST_PARALLEL_INDEX ?? 'pictures'}.y4m`)
const [WIDTH, HEIGHT] = [640, 480]
const WHITE = 255
/** Pixels of a module, and of the white around the code. */
const MODULE = 8

/** Has the browser take the film for its camera; nothing is asked for that was not granted. */
export const CAMERA_ARGUMENTS = [
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${FILM}`,
]

/** Holds a code before the camera, or an empty sheet. */
export const holdUp = (text?: string): void => {
  const light = Buffer.alloc(WIDTH * HEIGHT, WHITE)
  const modules = text === undefined ? [] : encodeQR(text, 'raw', { border: 1 })
  const [left, top] = [WIDTH, HEIGHT].map((side) => Math.floor((side - modules.length * MODULE) / 2))
  modules.forEach((row, y) => {
    row.forEach((isDark, x) => {
      for (let line = 0; isDark && line < MODULE; line++) {
        const start = ((top ?? 0) + y * MODULE + line) * WIDTH + (left ?? 0) + x * MODULE
        light.fill(0, start, start + MODULE)
      }
    })
  })
  const grey = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  mkdirSync(resolve('.cache/test'), { recursive: true })
  writeFileSync(
    FILM,
    Buffer.concat([
      Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`),
      Buffer.from('FRAME\n'),
      light,
      grey,
    ]),
    // In place: the browser may be reading it.
    { flag: existsSync(FILM) ? 'r+' : 'w' },
  )
}
