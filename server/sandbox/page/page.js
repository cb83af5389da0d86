import { startCode } from './code.js'
import { byId, call, copyButton, el } from './dom.js'
import { startForms } from './form.js'
import { startGuardians } from './guardian.js'
import { startMail } from './mail.js'
import { startReset } from './reset.js'

const line = (name, ...value) => el('div', {}, el('dt', {}, name), el('dd', {}, ...value))

const showParts = ({ mailbox, relay, testnetPage, chains }) => {
  const lines = [line('Mailbox as JSON', ...copyButton(mailbox))]
  if (relay) lines.push(line('WalletConnect relay', ...copyButton(relay)))
  if (testnetPage)
    lines.push(
      line('TestNet page', el('a', { href: testnetPage, target: '_blank', rel: 'noopener' }, testnetPage)),
    )
  for (const { blockchain, rpc, tokens } of chains) {
    lines.push(
      line(`${blockchain} ${blockchain.startsWith('bitcoin:') ? 'Esplora' : 'RPC'}`, ...copyButton(rpc)),
    )
    for (const { symbol, type, address } of tokens)
      lines.push(line(`${blockchain} ${symbol} (${type})`, ...copyButton(address)))
  }
  byId('parts').replaceChildren(...lines)
}

startMail()
startCode()
startGuardians()
startReset()
try {
  const parts = await call('/sandbox')
  showParts(parts)
  startForms(parts.chains)
} catch (error) {
  byId('parts').replaceChildren(line('Not available', error.message))
}
