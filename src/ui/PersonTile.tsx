import { Tile } from './Tile.tsx'

type Props = { initial: string | undefined; size?: 28 | 40 }

/** Of somebody with a name: its first letter; of an own wallet its icon. */
export function PersonTile({ initial, size = 40 }: Props) {
  return initial === undefined ? (
    <Tile icon="wallet" size={size} />
  ) : (
    <Tile tone="accent" size={size} className="font-600">
      {initial}
    </Tile>
  )
}
