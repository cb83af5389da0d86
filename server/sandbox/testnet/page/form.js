import { getAddress, isAddress, isHex, parseEther, recoverMessageAddress, stringToHex, toHex } from 'viem'
import { byId, call } from '#server/sandbox/page/dom.js'
import { reason } from './client.js'

/** Seconds; guardians may have to approve it first. */
const SEND_EXPIRY = 86_400

const wire = (id, { working, run }) => {
  const form = byId(id)
  const button = form.querySelector('button')
  const result = form.querySelector('.result')
  const title = button.textContent
  const say = (kind, text) => {
    result.className = `result ${kind}`
    result.textContent = text
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.ariaBusy === 'true') return
    button.ariaBusy = 'true'
    button.textContent = working
    say('', '')
    try {
      say('ok', await run(form.elements))
    } catch (error) {
      say('bad', error.message)
    }
    button.ariaBusy = 'false'
    button.textContent = title
  })
}

const transactionOf = (from, { to, value, data }) => {
  const [recipient, amount, bytes] = [to, value, data].map((field) => field.value.trim())
  if (recipient !== '' && !isAddress(recipient, { strict: false }))
    throw new Error('To should be an address: 0x and 40 hexadecimal digits')
  if (!/^\d*\.?\d*$/.test(amount)) throw new Error('Value should be a number of coins, such as 0.1')
  if (bytes !== '' && !isHex(bytes)) throw new Error('Data should be 0x and hexadecimal digits')
  if (recipient === '' && bytes === '') throw new Error('Give the address that receives, or data')
  return {
    from,
    ...(recipient !== '' && { to: getAddress(recipient.toLowerCase()) }),
    value: toHex(parseEther(amount || '0')),
    data: bytes || '0x',
  }
}

const typedData = (chain) => ({
  domain: { name: 'Countersign TestNet', version: '1', chainId: Number(chain.split(':')[1]) },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Greeting: [{ name: 'text', type: 'string' }],
  },
  primaryType: 'Greeting',
  message: { text: 'Hello' },
})

/** What the page asks the wallet for. `current` answers the session and the account and chain that count. */
export const startForms = (client, { kycUrl }, current) => {
  const ask = async (method, params, expiry) => {
    const { topic, chain, ended } = current()
    const end = new Promise((_, fail) => {
      ended.addEventListener('abort', () => fail(new Error('the connection ended without an answer.')))
    })
    try {
      return await Promise.race([
        client.request({ topic, chainId: chain, request: { method, params }, expiry }),
        end,
      ])
    } catch (error) {
      throw new Error(reason(error, 'request'))
    }
  }

  wire('kyc', {
    working: 'Completing…',
    run: async () => {
      const { hash } = await call(kycUrl, { address: current().address })
      return `KYC is complete. Mined: ${hash}`
    },
  })
  wire('sign', {
    working: 'Waiting for the wallet…',
    run: async ({ message }) => {
      const { address } = current()
      const hex = stringToHex(message.value)
      const signature = await ask('personal_sign', [hex, address])
      const signer = await recoverMessageAddress({ message: { raw: hex }, signature })
      const whose = signer.toLowerCase() === address.toLowerCase() ? 'the account' : 'NOT the account'
      return `Signature ${signature}\nRecovered address ${signer} (${whose})`
    },
  })
  wire('send', {
    working: 'Waiting for the wallet…',
    run: async (fields) => {
      const transaction = transactionOf(current().address, fields)
      return `Hash ${await ask('eth_sendTransaction', [transaction], SEND_EXPIRY)}`
    },
  })
  wire('typed', {
    working: 'Waiting for the wallet…',
    run: async () => {
      const { address, chain } = current()
      const params = [address, JSON.stringify(typedData(chain))]
      return `Signature ${await ask('eth_signTypedData_v4', params)}`
    },
  })
}
