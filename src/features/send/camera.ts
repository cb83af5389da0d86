import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { needed } from '#ui/part.ts'

/** Why there is no picture. */
export type CameraFault = 'refused' | 'absent' | 'busy' | 'failed'

/** Milliseconds between two looks at the picture. */
const PACE = 150
/** Pixels of the side of the square that is looked at: enough for a dense code, and little to do. */
const SIDE = 640

/** By the names that https://w3c.github.io/mediacapture-main/ gives them. */
const FAULTS: Record<string, CameraFault> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'absent',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

export const faultOf = (error: unknown): CameraFault =>
  (error instanceof Error && FAULTS[error.name]) || 'failed'

/** The camera of the back where there is one. It is released with the signal, also when it comes too late for it. */
export const openCamera = async (signal: AbortSignal): Promise<MediaStream> => {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const release = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  signal.addEventListener('abort', release)
  if (signal.aborted) release()
  return stream
}

const pause = () => new Promise((done) => setTimeout(done, PACE))

/** Draws what is seen of the video: the square in its middle. */
const draw = (video: HTMLVideoElement, canvas: HTMLCanvasElement): void => {
  const { videoWidth, videoHeight } = video
  const side = Math.min(videoWidth, videoHeight)
  const size = Math.min(side, SIDE)
  canvas.width = size
  canvas.height = size
  const [left, top] = [(videoWidth - side) / 2, (videoHeight - side) / 2]
  canvas
    .getContext('2d', { willReadFrequently: true })
    ?.drawImage(video, left, top, side, side, 0, 0, size, size)
}

const isHidden = () => document.hidden
const onHidden = (tell: () => void) => {
  document.addEventListener('visibilitychange', tell)
  return () => document.removeEventListener('visibilitychange', tell)
}

type Phase = 'starting' | 'looking' | CameraFault

/**
 * Shows the camera in the video that takes `ref`, while it is `wanted` and the page is looked at, and tells each code's
 * text to `onText`, over and over while the code is seen; its signal says when that is too late.
 */
export const useCamera = (wanted: boolean, onText: (text: string, signal: AbortSignal) => Promise<void>) => {
  const [video, ref] = useState<HTMLVideoElement | null>(null)
  const [phase, setPhase] = useState<Phase>('starting')
  const isOn = !useSyncExternalStore(onHidden, isHidden) && wanted
  const tell = useRef(onText)
  useEffect(() => {
    tell.current = onText
  })

  useEffect(() => {
    if (!isOn || !video) return
    const over = new AbortController()
    const { signal } = over
    const fail = (fault: CameraFault) => {
      if (!signal.aborted) setPhase(fault)
      over.abort()
    }
    const look = async () => {
      setPhase('starting')
      const [stream, read] = await Promise.all([
        openCamera(signal),
        needed(() => import('./reader.ts')).then(({ createReader }) => createReader()),
      ])
      if (signal.aborted) return
      for (const track of stream.getTracks()) track.addEventListener('ended', () => fail('failed'))
      video.srcObject = stream
      await video.play()
      if (signal.aborted) return
      setPhase('looking')
      const canvas = document.createElement('canvas')
      while (!signal.aborted) {
        draw(video, canvas)
        const text = await read(canvas)
        if (text !== undefined && !signal.aborted) await tell.current(text, signal)
        await pause()
      }
    }
    look().catch((error) => fail(faultOf(error)))
    return () => {
      over.abort()
      video.srcObject = null
    }
  }, [isOn, video])

  return { ref, phase, again: () => setPhase('starting') }
}
