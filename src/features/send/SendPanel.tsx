import { assetSymbol, showsChainBadge } from '#domain/asset.ts'
import { nativeSymbol } from '#domain/chain.ts'
import { ASSETS_EMPTY } from '#domain/sendrule.ts'
import type { PanelProps } from '#state/modals.ts'
import { useOnline } from '#state/online.ts'
import { Button } from '#ui/Button.tsx'
import { CoinIcon } from '#ui/CoinIcon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { AmountFields } from './AmountFields.tsx'
import { FeeTiers } from './FeeTiers.tsx'
import { useSendForm } from './form.ts'

export function SendPanel({ panel, open, onClose }: PanelProps<'sends-funds'>) {
  const online = useOnline()
  const form = useSendForm(panel.walletId, panel.draft)
  const { wallet, asset, assets, errors } = form
  return (
    <Panel
      open={open}
      onClose={onClose}
      title="Send Funds"
      onSubmit={(event) => {
        event.preventDefault()
        void form.next()
      }}
      footer={
        <Button type="submit" variant="primary" size={48} block disabled={!online || !form.canGoOn}>
          Next
        </Button>
      }
    >
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="Wallet"
          value={wallet?.id}
          onChange={form.chooseWallet}
          options={form.wallets.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Select
          label="Asset"
          value={asset?.id}
          onChange={form.chooseAsset}
          disabled={assets.length === 0}
          placeholder={assets.length === 0 ? ASSETS_EMPTY : 'Choose'}
          error={errors.asset}
          options={assets.map((item) => ({
            value: item.id,
            label: assetSymbol(item),
            icon: (
              <CoinIcon
                symbol={item.symbol}
                size={24}
                chain={showsChainBadge(item.symbol) ? nativeSymbol(item.blockchain) : undefined}
                nft={item.type === 'ERC721'}
              />
            ),
          }))}
        />
      </div>
      <TextField
        className="mt-5"
        label="Wallet address"
        mono
        value={form.recipient}
        onChange={({ target }) => form.typeRecipient(target.value)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={errors.recipient}
      />
      {form.warnings.map((warning) => (
        <Notice key={warning} tone="warn" icon="triangle-alert" role="status" className="mt-2">
          {warning}
        </Notice>
      ))}
      <AmountFields form={form} />
      {asset && <FeeTiers form={form} asset={asset} />}
    </Panel>
  )
}
