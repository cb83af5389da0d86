import { Suspense } from 'react'
import { part } from './part.ts'

const QrImage = part(() => import('./QrImage.tsx'), 'QrImage')

const widths = { 160: 'w-160px', 200: 'w-200px', 240: 'w-240px' }

type Props = {
  value: string
  label: string
  size?: keyof typeof widths
  /** The app icon in the middle, 56 px. */
  logo?: boolean
  className?: string
}

/** A white tile in both themes, no wider than its column; the code itself loads on first use. */
export function QrCode({ value, label, size = 240, logo = false, className = '' }: Props) {
  return (
    <div className={`inline-block max-w-full rounded-dialog border border-line bg-white p-15px ${className}`}>
      <div className={`aspect-square max-w-full ${widths[size]}`}>
        <Suspense fallback={null}>
          <QrImage value={value} label={label} size={size} logo={logo} />
        </Suspense>
      </div>
    </div>
  )
}
