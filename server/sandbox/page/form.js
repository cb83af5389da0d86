import { byId, call } from './dom.js'
import { addressOf, startWallets } from './wallet.js'

const wire = (form, path, { working, done, fields }) => {
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
    if (addressOf(form) === '') {
      say('bad', 'Give the address: 0x and 40 hexadecimal digits')
      address.focus()
      return
    }
    button.ariaBusy = 'true'
    button.textContent = working
    say('', '')
    try {
      const { hash } = await call(path, fields())
      say('ok', `${done} ${hash}`)
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
  const single = () => current().tokens.find((token) => token.symbol === symbol.value)?.type === 'ERC721'

  const coinChanged = () => {
    amount.disabled = single()
    byId('faucet-hint').textContent = single() ? `The next ${symbol.value} that nobody has yet` : ''
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
    done: 'Mined:',
    fields: () => ({
      address: addressOf(form),
      blockchain: blockchain.value,
      symbol: symbol.value,
      ...(!single() && { amount: amount.value.trim() }),
    }),
  })
}

export const startForms = (chains) => {
  wireFaucet(chains)
  const kyc = byId('kyc')
  wire(kyc, '/sandbox/kyc', {
    working: 'Completing…',
    done: 'Mined:',
    fields: () => ({ address: addressOf(kyc) }),
  })
  startWallets([byId('faucet'), kyc])
}
