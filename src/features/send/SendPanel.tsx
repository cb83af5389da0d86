import type { RecipientHint } from '#contract/approval.ts'
import type { Asset } from '#contract/asset.ts'
import { assetSymbol, availableText, chainBadge } from '#domain/asset.ts'
import { chainName } from '#domain/chain.ts'
import { isGenuine } from '#domain/portfolio.ts'
import { ASSETS_EMPTY } from '#domain/sendrule.ts'
import type { PanelProps } from '#state/modals.ts'
import { saying } from '#text/catalogue.ts'
import { commonText } from '#text/common.ts'
import { kitText } from '#text/kit.ts'
import { sendText } from '#text/send.ts'
import { Button } from '#ui/Button.tsx'
import { CoinIcon } from '#ui/CoinIcon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Panel } from '#ui/Panel.tsx'
import { RecipientHints } from '#ui/RecipientHints.tsx'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { AmountFields } from './AmountFields.tsx'
import { AssetsLoad } from './AssetsLoad.tsx'
import { FeeTiers } from './FeeTiers.tsx'
import { type SendForm, useSendForm } from './form.ts'
import { LookAlike } from './LookAlike.tsx'
import { RecipientField } from './RecipientField.tsx'

/** What the comparison of both addresses does not say better. */
const other = (hint: RecipientHint) => hint !== 'look-alike'

/** On a phone it would come below the buttons, and Next would seem to do nothing. */
const intoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' })

export function SendPanel({ panel, open, onClose }: PanelProps<'sends-funds'>) {
  const form = useSendForm(panel.walletId, panel.draft)
  const { wallet, asset, errors } = form
  const { resembles, hints } = form.recipient
  return (
    <Panel
      open={open}
      onClose={onClose}
      discard={form.isFilled ? kitText.discardTransfer : undefined}
      title={sendText.title}
      onSubmit={(event) => {
        event.preventDefault()
        form.next()
      }}
      footer={
        <Button
          type="submit"
          variant="primary"
          size={48}
          block
          acts
          disabled={!form.canGoOn}
          working={form.waits}
          workingText={sendText.quoteWaiting}
        >
          {commonText.next}
        </Button>
      }
    >
      {panel.note && (
        <Notice
          tone={panel.note.tone}
          icon={panel.note.tone === 'bad' ? 'circle-alert' : 'info'}
          role={panel.note.tone === 'bad' ? 'alert' : 'status'}
          className="mb-4"
        >
          {saying(panel.note.text)}
        </Notice>
      )}
      <div className="grid grid-cols-2 gap-3 max-[15rem]:grid-cols-1">
        <Select
          label={sendText.wallet}
          value={wallet?.id}
          onChange={form.chooseWallet}
          placeholder={sendText.choose}
          error={errors.wallet}
          options={form.wallets.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <AssetSelect form={form} />
      </div>
      <AssetsLoad load={form.load} />
      <RecipientField form={form} />
      <RecipientHints
        live
        doubts={resembles ? { ...form.recipient, hints: hints.filter(other) } : form.recipient}
        className="mt-2"
      />
      {resembles && (
        <LookAlike
          address={form.address.trim()}
          known={resembles}
          checked={form.isChecked}
          error={errors.lookAlike}
          onCheck={form.check}
          onUse={() => form.chooseRecipient(resembles.address)}
        />
      )}
      <AmountFields form={form} />
      <TextField
        className="mt-5"
        label={sendText.note}
        value={form.note}
        onChange={({ target }) => form.typeNote(target.value)}
        autoComplete="off"
        hint={sendText.noteHint}
        error={errors.note}
      />
      {asset && <FeeTiers form={form} asset={asset} />}
      {form.refusal && (
        <div ref={intoSight}>
          <Notice tone="bad" icon="circle-alert" role="alert" className="mt-2">
            {form.refusal}
          </Notice>
        </div>
      )}
    </Panel>
  )
}

function AssetSelect({ form: { assets, asset, tokens, load, errors, chooseAsset } }: { form: SendForm }) {
  const nothing = assets.length === 0
  const empty = load === undefined || load.phase === 'ready' ? ASSETS_EMPTY : sendText.loadingAssets
  return (
    <Select
      label={sendText.asset}
      value={asset?.id}
      onChange={chooseAsset}
      disabled={nothing}
      placeholder={nothing ? empty : sendText.choose}
      error={errors.asset}
      options={assets.map((item) => ({
        value: item.id,
        label: assetSymbol(item),
        note: noteOf(item),
        icon: (
          <CoinIcon
            symbol={item.symbol}
            genuine={isGenuine(item, tokens)}
            size={24}
            chain={chainBadge(item.symbol, item.blockchain)}
            nft={item.type === 'ERC721'}
          />
        ),
      }))}
    />
  )
}

/** Two coins may have one name: the network and what is there tell them apart. */
const noteOf = (asset: Asset): string => `${chainName(asset.blockchain)} · ${saying(availableText(asset))}`
