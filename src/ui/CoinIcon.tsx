import 'virtual:uno:coins.css'
import { Icon } from './Icon.tsx'

const coins: Record<string, string> = {
  BTC: 'coin-color-btc',
  ETH: 'coin-color-eth',
  USDC: 'coin-color-usdc',
  USDT: 'coin-color-usdt',
  DAI: 'coin-color-dai',
  MATIC: 'coin-color-matic',
  LINK: 'coin-color-link',
}

const sizes = {
  20: 'size-5 text-8px',
  24: 'size-6 text-9px',
  36: 'size-9 text-11px',
  40: 'size-10 text-xs',
  44: 'size-11 text-sm',
  48: 'size-12 text-ui',
  56: 'size-14 text-body',
}

type Props = {
  symbol: string
  /** Whether it is the coin of that symbol for certain: anybody may give a token a known symbol. */
  genuine: boolean
  size?: keyof typeof sizes
  /** Symbol of the native coin of the chain that the coin lives on; shown as a badge. */
  chain?: string
  nft?: boolean
  className?: string
}

/** Decorative: the symbol is always written beside it. */
export function CoinIcon({ symbol, genuine, size = 36, chain, nft = false, className = '' }: Props) {
  const badge = chain && chain.toUpperCase() !== symbol.toUpperCase()
  return (
    <span aria-hidden className={`relative inline-flex shrink-0 ${sizes[size]} ${className}`}>
      {nft ? <NftDisc /> : <Disc symbol={symbol} letters={2} genuine={genuine} />}
      {badge && (
        <span className="absolute -bottom-4px -right-4px grid size-18px place-items-center rounded-full bg-surface">
          <span className="size-14px text-7px">
            <Disc symbol={chain} letters={1} genuine />
          </span>
        </span>
      )}
    </span>
  )
}

type DiscProps = { symbol: string; letters: number; genuine: boolean }

function Disc({ symbol, letters, genuine }: DiscProps) {
  const known = genuine && coins[symbol.toUpperCase()]
  if (known) return <span className={`paint size-full ${known}`} />
  return (
    <span className="grid size-full place-items-center rounded-full bg-coin font-600 leading-none text-white">
      {symbol.slice(0, letters).toUpperCase()}
    </span>
  )
}

function NftDisc() {
  return (
    <span className="grid size-full place-items-center rounded-full bg-sunken text-text-2 edge">
      <Icon name="image" size={17} />
    </span>
  )
}
