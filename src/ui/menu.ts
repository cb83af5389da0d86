import type { ReactNode } from 'react'
import type { IconName } from './icon.ts'

export type MenuEntry =
  | { kind: 'separator'; id: string }
  | {
      kind?: 'item'
      id: string
      label: string
      /** Stands in a tile before the label. */
      icon?: IconName
      /** Right end: a badge, a state. */
      end?: ReactNode
      checked?: boolean
      disabled?: boolean
      /** Asks the server. */
      acts?: boolean
      onSelect: () => void
    }

export type MenuProps = {
  items: readonly MenuEntry[]
  /** Accessible name of the button, when its content does not say it. */
  label?: string
  align?: 'start' | 'end'
  className?: string
  children: ReactNode
}
