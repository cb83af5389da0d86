import type { ReactNode } from 'react'
import type { IconName } from '#ui/icon.ts'
import { Tile } from '#ui/Tile.tsx'

type Props = {
  icon?: IconName
  title: ReactNode
  caption?: ReactNode
  captionId?: string
  end?: ReactNode
}

export function SettingsRow({ icon, title, caption, captionId, end }: Props) {
  return (
    <div className="flex min-h-15 flex-wrap items-center gap-x-14px gap-y-1 border-t border-line px-15px py-11px md:px-23px">
      {icon && <Tile icon={icon} shape="square" />}
      <div className="min-w-0 flex-1 basis-28">
        <div className="flex flex-wrap items-center gap-x-2 text-ui font-550 [overflow-wrap:anywhere]">
          {title}
        </div>
        {caption && (
          <div id={captionId} className="text-sm text-text-3 [overflow-wrap:anywhere]">
            {caption}
          </div>
        )}
      </div>
      {end && <div className="ml-auto max-w-full shrink-0 text-right text-sm text-text-3">{end}</div>}
    </div>
  )
}
