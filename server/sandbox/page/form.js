import { byId, call } from './dom.js'
import { addressOf, isTyped, startWallets } from './wallet.js'

const EVM_MISSING = 'Give the address: 0x and 40 hexadecimal digits'
const BITCOIN_MISSING = 'Give the address: bcrt1 and letters and digits'
const NO_BITCOIN = 'This wallet has no Bitcoin address yet. It comes within a minute.'

const missing = (form, isBitcoin) => {
  if (!isBitcoin) return EVM_MISSING
  return isTyped(form) ? BITCOIN_MISSING : NO_BITCOIN
}

const wire = (form, path, { working, done, fields, isBitcoin = () => false }) => {
  const button = form.querySelector('button')
  const result = form.querySelector('.result')
  const address = form.elements.address
  const title = button.textContent
  const say = (kind, text) => {
    result.className = `result ${kind}`
    result.textContent = text
    address.setAttribute('aria-invalid', String(kind === 'bad' && text.includes('address')))
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.ariaBusy === 'true') return
    if (addressOf(form, isBitcoin()) === '') {
      say('bad', missing(form, isBitcoin()))
      if (isTyped(form)) address.focus()
      return
    }
    button.ariaBusy = 'true'
    button.textContent = working
    say('', '')
    try {
      const { hash } = await call(path, fields())
      say('ok', `${done()} ${hash}`)
    } catch (error) {
      say('bad', error.message)
    }
    button.ariaBusy = 'false'
    button.textContent = title
  })
}

const options = (select, values) => {
  select.replaceChildren(...values.map((value) => new Option(value, value)))
}

const wireFaucet = (chains) => {
  const form = byId('faucet')
  const { blockchain, symbol, amount } = form.elements
  const current = () => chains.find((chain) => chain.blockchain === blockchain.value)
  const isBitcoin = () => blockchain.value.startsWith('bitcoin:')
  const single = () => current().tokens.find((token) => token.symbol === symbol.value)?.type === 'ERC721'

  const coinChanged = () => {
    amount.disabled = single()
    byId('faucet-hint').textContent = single() ? `The next ${symbol.value} that nobody has yet` : ''
    byId('faucet-address-label').textContent = isBitcoin() ? 'Bitcoin address' : 'EVM address'
  }
  const chainChanged = () => {
    const { nativeSymbol, tokens } = current()
    options(symbol, [nativeSymbol, ...tokens.map((token) => token.symbol)])
    coinChanged()
  }
  blockchain.addEventListener('change', chainChanged)
  symbol.addEventListener('change', coinChanged)
  options(
    blockchain,
    chains.map((chain) => chain.blockchain),
  )
  chainChanged()

  wire(form, '/sandbox/faucet', {
    working: 'Sending…',
    done: () => (isBitcoin() ? 'Waits for the next block:' : 'Mined:'),
    isBitcoin,
    fields: () => ({
      address: addressOf(form, isBitcoin()),
      blockchain: blockchain.value,
      symbol: symbol.value,
      ...(!single() && { amount: amount.value.trim() }),
    }),
  })
}

/** What a press on a button asks of the chain that is chosen; `ask` answers what is said of it. */
const press = (button, ask) => {
  const result = byId('faucet').querySelector('.result')
  const { blockchain } = byId('faucet').elements
  button.addEventListener('click', async () => {
    if (button.ariaBusy === 'true') return
    button.ariaBusy = 'true'
    try {
      result.textContent = await ask(blockchain.value)
      result.className = 'result ok'
    } catch (error) {
      result.className = 'result bad'
      result.textContent = error.message
    }
    button.ariaBusy = 'false'
  })
}

/** A block with what waits; and none until they may come again, so that a send hangs and can be sped up or cancelled. */
const wireBlocks = () => {
  const { blockchain } = byId('faucet').elements
  press(byId('mine'), async (chain) => {
    const { height } = await call('/sandbox/mine', { blockchain: chain })
    return `Mined block ${height} of ${chain}`
  })
  const button = byId('hold')
  const held = new Set()
  const name = () => {
    button.textContent = held.has(blockchain.value) ? 'Let blocks come' : 'Hold blocks back'
  }
  blockchain.addEventListener('change', name)
  press(button, async (chain) => {
    const isHeld = !held.has(chain)
    await call('/sandbox/blocks', { blockchain: chain, held: isHeld })
    if (isHeld) held.add(chain)
    else held.delete(chain)
    name()
    return isHeld ? `What is sent on ${chain} hangs now` : `Blocks of ${chain} come again`
  })
}

export const startForms = (chains) => {
  wireFaucet(chains)
  wireBlocks()
  const kyc = byId('kyc')
  wire(kyc, '/sandbox/kyc', {
    working: 'Completing…',
    done: () => 'Mined:',
    fields: () => ({ address: addressOf(kyc) }),
  })
  startWallets([byId('faucet'), kyc])
}
