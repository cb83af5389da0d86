import type { ReactNode } from 'react'
import { kitText } from '#text/kit.ts'
import { IconButton } from './IconButton.tsx'
import type { IconName } from './icon.ts'
import { Tile } from './Tile.tsx'

type Props = {
  icon: IconName
  title: string
  action?: ReactNode
  onClose: () => void
  className?: string
  children: ReactNode
}

/** Offers something that can wait: a question that never outranks the others on its screen. */
export function PromptCard({ icon, title, action, onClose, className = '', children }: Props) {
  return (
    <section
      aria-label={title}
      className={`relative flex flex-wrap items-start gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-15px md:flex-nowrap md:items-center md:px-19px ${className}`}
    >
      <Tile icon={icon} tone="accent" shape="square" />
      <div className="min-w-0 flex-1 pr-10 md:pr-0">
        <h2 className="text-ui font-550">{title}</h2>
        {children}
      </div>
      {action}
      <IconButton
        icon="x"
        iconSize={16}
        label={kitText.close}
        onClick={onClose}
        className="absolute! right-2 top-2 md:static!"
      />
    </section>
  )
}
