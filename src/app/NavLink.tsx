import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { hubDotAtom } from '#state/wallets.ts'
import { Dot } from '#ui/Dot.tsx'

interface Props {
  path: string
  dot?: boolean
  className: string
  dotClassName?: string
  children: ReactNode
}

export function NavLink({ path, dot = false, className, dotClassName, children }: Props) {
  const [location] = useLocation()
  const waiting = useAtomValue(hubDotAtom) && dot
  return (
    <Link href={path} aria-current={location === path ? 'page' : undefined} className={className}>
      <span className="relative">
        {children}
        {waiting && <Dot className={dotClassName} />}
      </span>
    </Link>
  )
}
