import { lazy, Suspense } from 'react'

const QrImage = lazy(() => import('./QrImage.tsx').then((module) => ({ default: module.QrImage })))

const sizes = { 160: 'size-160px', 200: 'size-200px', 240: 'size-240px' }

type Props = {
  value: string
  label: string
  size?: keyof typeof sizes
  /** The app icon in the middle, 56 px. */
  logo?: boolean
  className?: string
}

/** A white tile in both themes; the code itself loads on first use. */
export function QrCode({ value, label, size = 240, logo = false, className = '' }: Props) {
  return (
    <div className={`inline-block rounded-dialog border border-line bg-white p-15px ${className}`}>
      <div className={sizes[size]}>
        <Suspense fallback={null}>
          <QrImage value={value} label={label} size={size} logo={logo} />
        </Suspense>
      </div>
    </div>
  )
}
