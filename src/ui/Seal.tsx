import { largeSeal, seal, smallSeal } from './seal.ts'

type Props = { className?: string }

/** Both halves together: an approval. */
export function SealWhole({ className = 'size-32' }: Props) {
  return (
    <svg aria-hidden="true" viewBox="0 0 512 512" className={`paint ${className}`}>
      <path d={seal.a} className="fill-seal-a" />
      <path d={seal.b} className="fill-seal-b" />
    </svg>
  )
}

/** Halves that do not fit, for what cannot be found. */
export function SealApart({ className = 'w-32' }: Props) {
  return (
    <svg aria-hidden="true" viewBox="32 -40 496 520" className={`paint ${className}`}>
      <path d={seal.a} transform="translate(48 -74) rotate(13 212 327)" className="fill-seal-a" />
      <path d={smallSeal.b} className="fill-seal-b" />
    </svg>
  )
}

/** The large cropped seal beside the sign-in forms, with a line of text at its foot. */
export function SealArt({ className = '', children }: Props & { children?: string }) {
  return (
    <aside className={`relative overflow-hidden bg-art ${className}`}>
      <svg
        aria-hidden="true"
        viewBox="0 0 512 512"
        className="absolute left-0 top-[calc(50%-472px)] size-760px max-w-none"
      >
        <path d={largeSeal.a} className="fill-art-3" />
        <path d={largeSeal.b} className="fill-art-2" />
      </svg>
      {children && (
        <p className="absolute bottom-48px left-48px right-48px max-w-80 text-h1 font-500 leading-36px text-white">
          {children}
        </p>
      )}
    </aside>
  )
}
