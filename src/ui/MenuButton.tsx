import { lazy, Suspense, useState } from 'react'
import type { MenuProps } from './menu.ts'

const Menu = lazy(() => import('./Menu.tsx').then((module) => ({ default: module.Menu })))

/** A menu whose code loads when the pointer or the focus comes near; a press before that opens it on arrival. */
export function MenuButton(props: MenuProps) {
  const [near, setNear] = useState(false)
  const [pressed, setPressed] = useState(false)
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-label={props.label}
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
      onClick={() => {
        setNear(true)
        setPressed(true)
      }}
      className={props.className}
    >
      {props.children}
    </button>
  )
  if (!near) return button
  return (
    <Suspense fallback={button}>
      <Menu {...props} openAtOnce={pressed} />
    </Suspense>
  )
}
