import { seal } from './seal.ts'

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
    <svg aria-hidden="true" viewBox="24 -60 464 544" className={`paint ${className}`}>
      <path d={seal.a} transform="translate(54 -87) rotate(13 212 327)" className="fill-seal-a" />
      <path d={seal.b} className="fill-seal-b" />
    </svg>
  )
}

/** The large cropped seal beside the sign-in forms, with a line of text at its foot. */
export function SealArt({ className = '', children }: Props & { children?: string }) {
  return (
    <div className={`relative overflow-hidden bg-art ${className}`}>
      <svg
        aria-hidden="true"
        viewBox="0 0 512 512"
        className="absolute -left-8px top-[calc(50%-590px)] size-886px max-w-none"
      >
        <path d={seal.a} className="fill-art-3" />
        <path d={seal.b} className="fill-art-2" />
      </svg>
      {children && (
        <p className="absolute bottom-48px left-48px right-48px max-w-80 text-h1 font-500 leading-36px text-white">
          {children}
        </p>
      )}
    </div>
  )
}
