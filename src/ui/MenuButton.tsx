import { type ComponentType, useState } from 'react'
import type { MenuProps } from './menu.ts'

const load = () => import('./Menu.tsx')

/** A menu whose code is fetched when the pointer or the focus comes near, and drawn at the first press. */
export function MenuButton(props: MenuProps) {
  const [Menu, setMenu] = useState<ComponentType<MenuProps>>()
  if (Menu) return <Menu {...props} />

  async function open() {
    const { Menu } = await load()
    setMenu(() => Menu)
  }

  return (
    <div className="relative min-w-0">
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={false}
        aria-label={props.label}
        onPointerEnter={load}
        onFocus={load}
        onClick={open}
        className={props.className}
      >
        {props.children}
      </button>
    </div>
  )
}
