import type { Page } from 'playwright/test'
import { FEES_ROSE, PAUSED } from '#domain/sendrule.ts'
import { holdUp } from '#tests/e2e/camera.ts'
import { give, guard, type Member, openWallet, verify } from '#tests/e2e/member.ts'
import { appUrl } from '#tests/e2e/sandbox.ts'
import type { Album } from './album.ts'

/**
 * States that a whole sandbox never shows: the server's answers are made as they are in such a case. Texts of refusals
 * are those of the server.
 */
const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'
const ZERO = `0x${'0'.repeat(40)}`
const CHAIN = 'redbelly:testnet'
const AT = '2026-01-02T03:04:05.000Z'
const LATER = '2030-01-02T03:04:05.000Z'
const MOST = (2n ** 256n - 1n).toString()
const COIN = 10n ** 18n

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

/** A dialog that closes takes its entry out of the history, and that aborts what is loading meanwhile. */
const visit = async (page: Page, path: string) => {
  const url = `${appUrl()}${path}`
  await page.goto(url).catch(() => page.goto(url))
}
const home = (page: Page, name = 'assets') => visit(page, `/wallets?tab=${name}`)

type Body = Record<string, unknown> & { items?: Record<string, unknown>[] }

/** Changes what the server answers. */
const alter = (page: Page, path: RegExp, change: (body: Body) => unknown) =>
  page.route(path, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change(await response.json()) })
  })

const alterItems = (page: Page, path: RegExp, more: object) =>
  alter(page, path, (body) => ({ ...body, items: body.items?.map((item) => ({ ...item, ...more })) }))

const list = (page: Page, path: RegExp, items: readonly object[]) =>
  page.route(path, (route) => route.fulfill({ json: { items, total: items.length } }))

const refuse = (page: Page, path: RegExp | string, status: number, name: string, message: string) =>
  page.route(path, (route) => route.fulfill({ status, json: { name, message, traceId: 'b1946ac92492d234' } }))

const WALLETS = /\/api\/v1\/wallets(?:\?|$)/
const TRANSACTIONS = /\/api\/v1\/transactions\?/
const APPROVALS = /\/api\/v1\/approval-flow(?:\?|$)/

const funded = async (member: Member) => {
  const wallet = await openWallet(member, 'Harbour Fund')
  await Promise.all([verify(member, wallet), give(member, wallet, '10')])
  return wallet
}

const transaction = (walletId: string, id: string, more: object, direction = 'outcome') => ({
  id,
  hash: `0x${id.repeat(64).slice(0, 64)}`,
  sender: '0x52908400098527886E0F7030069857D2E4169EE7',
  recipient: RECIPIENT,
  amount: '1500000000000000000',
  direction,
  status: 'success',
  createdAt: AT,
  description: '',
  assetSymbol: 'rbnt',
  blockchain: CHAIN,
  accountTxs: [{ walletId, accountId: 'a1', direction }],
  ...more,
})

/** Refused by the chain, stopped by custody, and what strangers write. */
const activity = async ({ signedIn, shoot, chapter }: Album) => {
  const { page, wallet } = await signedIn('mara', funded)
  const guardians = ['tomas', 'ines'].map((name, index) => ({
    email: `${name}@lindqvist.example`,
    decision: index === 0 ? 'approved' : 'pending',
    decidedAt: index === 0 ? AT : null,
    counts: true,
  }))
  const note =
    'Guardians or rules were changed since. Both the earlier rules and the new ones have to be met.'
  const lacks = { required: 2, approved: 1 }
  await list(page, TRANSACTIONS, [
    transaction(wallet.id, '1', {
      status: 'broadcasting',
      hash: null,
      note: PAUSED,
    }),
    transaction(wallet.id, '2', {
      status: 'failed',
      rejectReason: 'The token did not move.',
      fee: '21000000000000',
    }),
    transaction(wallet.id, '3', {
      status: 'pending-approval',
      hash: null,
      approvalConsensus: 1,
      approval: { required: 1, approved: 1, lacks, expiresAt: LATER, note, guardians },
    }),
    transaction(
      wallet.id,
      '4',
      { sender: ZERO, assetSymbol: 'a name of a token that goes on', amount: MOST },
      'income',
    ),
    transaction(wallet.id, '5', {
      blockchain: 'bitcoin:regtest',
      assetSymbol: 'btc',
      assetDecimals: 8,
      amount: '1',
      fee: '1410',
      recipient: null,
      inputs: [{ address: 'bcrt1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpvxat9t', value: '3000' }],
      outputs: [{ address: 'bcrt1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpvxat9t', value: '1' }],
    }),
    transaction(wallet.id, '6', { assetSymbol: 'ape', assetDecimals: 0, amount: '1', assetTokenId: MOST }),
    transaction(wallet.id, '7', { status: 'cancelled', hash: null }),
  ])
  await list(
    page,
    /\/api\/v1\/assets\?/,
    [
      { id: 'huge', symbol: 'huge', type: 'ERC20', address: RECIPIENT, decimals: 18, amount: MOST },
      { id: 'item', symbol: 'ape', type: 'ERC721', address: RECIPIENT, amount: '1', tokenId: MOST },
      { id: 'held', symbol: 'rbnt', decimals: 18, amount: `${10n * COIN}`, reserved: `${4n * COIN}` },
    ].map((asset) => ({ accountId: 'a1', blockchain: CHAIN, ...asset })),
  )
  await home(page)
  await page.getByText('HUGE').first().waitFor()
  await shoot(page, 'wallet-assets-strange')
  await tab(page, 'Activity')
  const rows = page.getByRole('button', { name: /^(?:Send|Receive) Funds$/ })
  await rows.nth(6).waitFor()
  await shoot(page, 'wallet-activity-strange')
  const pictures = ['paused', 'failed', 'earlier-rules', 'minted', 'bitcoin', 'item', 'cancelled']
  for (const [index, name] of pictures.entries())
    await chapter(`a transaction: ${name}`, async () => {
      await rows.nth(index).click()
      await page.getByRole('dialog', { name: 'Transaction Info' }).waitFor()
      await shoot(page, `tx-info-${name}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    })
}

/** What cannot be read, and what cannot be drawn. */
const unread = async ({ signedIn, shoot }: Album) => {
  const member = await signedIn('mara', funded)
  const { page } = member
  await alter(page, WALLETS, (body) => ({
    ...body,
    items: body.items?.map((wallet) => ({
      ...wallet,
      accounts: (wallet.accounts as object[]).map((account) => ({
        ...account,
        address: '',
        unverified: true,
      })),
    })),
  }))
  await home(page)
  await page.getByText('This address could not be verified.').first().waitFor()
  await shoot(page, 'wallet-unverified')
  await page.getByRole('button', { name: 'Receive', exact: true }).click()
  await page.getByRole('dialog', { name: 'Receive Funds' }).getByText('could not be verified').waitFor()
  await shoot(page, 'receive-unverified')
  await page.keyboard.press('Escape')
  await page.unroute(WALLETS)
  await refuse(page, /\/api\/v1\/wallet-connect\/requests\?/, 500, 'InternalError', 'Something went wrong')
  // Of this wallet nothing was read before; it becomes the current one as it comes.
  await openWallet(member, 'Relief Fund')
  await page.getByRole('heading', { name: 'Relief Fund', level: 1 }).waitFor()
  await tab(page, 'Requests')
  await page.getByText('Requests could not be loaded').waitFor()
  await shoot(page, 'list-failed')
}

const addFeature = (page: Page, feature: object) =>
  alter(page, WALLETS, (body) => ({
    ...body,
    items: body.items?.map((wallet) => ({
      ...wallet,
      features: [...(wallet.features as object[]), feature],
    })),
  }))

/** Sends of a wallet wait for somebody's word, or a guardian stopped them. */
const held = async ({ signedIn, shoot }: Album) => {
  const { page } = await signedIn('mara', funded)
  const payload = { owner: true, operator: false, guardians: 2, isWhole: true }
  await addFeature(page, { type: 'hold', payload })
  await home(page)
  await page.getByText('Sends of this wallet are paused').waitFor()
  await shoot(page, 'wallet-held')
  await page.unroute(WALLETS)
  await addFeature(page, { type: 'freeze', payload: { by: 'tomas@lindqvist.example', at: AT } })
  await home(page)
  await page.getByText('Frozen by a Guardian').waitFor()
  await shoot(page, 'wallet-frozen')
}

/** The send form where something is in the way. */
const sending = async ({ signedIn, shoot, chapter }: Album) => {
  const { page } = await signedIn('mara', funded)
  const form = page.getByRole('dialog', { name: 'Send Funds' })
  const details = page.getByRole('dialog', { name: 'Transaction Details' })
  const fill = async (recipient: string) => {
    await home(page)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await form.getByLabel('Wallet address').fill(recipient)
    await form.getByLabel('Amount', { exact: true }).fill('1.5')
  }
  const next = async (recipient: string) => {
    await fill(recipient)
    await form.getByRole('button', { name: 'Next' }).click()
    await details.getByRole('button', { name: 'Submit', disabled: false }).waitFor()
  }
  await chapter('a doubtful recipient', async () => {
    await fill(ZERO)
    await form.getByText('This is the zero address.').waitFor()
    await shoot(page, 'send-warned')
    await form.getByRole('button', { name: 'Next' }).click()
    await details.getByRole('button', { name: 'Submit', disabled: false }).waitFor()
    await shoot(page, 'send-confirm-warned')
  })
  await chapter('a code before the camera', async () => {
    const dialog = page.getByRole('dialog', { name: 'Scan a QR code' })
    holdUp('https://countersign.example')
    await home(page)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await form.getByRole('button', { name: 'Scan' }).click()
    await dialog.getByText('The camera is not allowed.').waitFor()
    await shoot(page, 'scan-refused')
    await page.context().grantPermissions(['camera'])
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByText('This code holds no address.').waitFor()
    await shoot(page, 'scan')
  })
  await chapter('a form that is left', async () => {
    await fill(RECIPIENT)
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog', { name: 'Discard this transfer?' }).waitFor()
    await shoot(page, 'send-discard')
  })
  const SEND = /\/transactions\/send-evm$/
  await chapter('a send without an answer', async () => {
    await next(RECIPIENT)
    await page.route(SEND, (route) => route.abort())
    await details.getByRole('button', { name: 'Submit' }).click()
    await details.getByText('Checking whether it was accepted…').waitFor()
    await shoot(page, 'send-checking')
    await page.unroute(SEND)
  })
  for (const [name, status, message] of [
    ['changed', 409, 'What you send has changed. Look at it again.'],
    [
      'held',
      409,
      'A backup code was used to sign in, so nothing is sent or approved before 2026-01-04, 03:04 UTC.',
    ],
    [
      'frozen',
      409,
      'Paused: your account was frozen by the link of a mail. Open that link again to lift it. Nothing is lost.',
    ],
    ['fees', 409, FEES_ROSE],
  ] as const)
    await chapter(`a send that is refused: ${name}`, async () => {
      await next(RECIPIENT)
      await refuse(page, SEND, status, 'ConflictError', message)
      await details.getByRole('button', { name: 'Submit' }).click()
      await page.getByRole('alertdialog').getByText(message).waitFor()
      await shoot(page, `send-refused-${name}`)
      await page.unroute(SEND)
    })
}

const SESSION = {
  id: 's1',
  topic: 't1',
  proposerMeta: {
    name: 'Tidewater Exchange',
    description: 'Swap and bridge tokens',
    url: 'https://app.tidewater.example/pool',
    icons: [],
  },
  version: 2,
  status: 'connected',
  createdAt: AT,
  shouldShow: true,
  blockchains: [CHAIN],
}

const hex = (text: string) => `0x${Buffer.from(text, 'utf8').toString('hex')}`
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')

/** What dApps ask, drawn from lists that are made up: the way to a real one is among the dApps. */
const asking = async (album: Album) => {
  const { signedIn, shoot, chapter } = album
  const { page, wallet } = await signedIn('mara', funded)
  const own = wallet.address
  const signIn = (domain: string) =>
    `${domain} wants you to sign in with your Ethereum account:\n${own}\n\nSign in to trade.\n\nURI: https://${domain}\nVersion: 1\nChain ID: 153\nNonce: 12345678\nIssued At: ${AT}`
  const send = (transaction: object) => ['eth_sendTransaction', [{ from: own, ...transaction }]] as const
  const sign = (message: string) => ['personal_sign', [message, own]] as const
  const states = {
    'sign-in': sign(hex(signIn('app.tidewater.example'))),
    'sign-in-elsewhere': sign(hex(signIn('bank.example'))),
    hash: sign(`0x${'ab'.repeat(32)}`),
    gaps: sign(hex(`Sign in to Tidewater${'\n'.repeat(40)}and pay all`)),
    allowance: send({
      to: RECIPIENT,
      data: `0x095ea7b3${word('0x7ac2509dE1183c4bF60a97D2e8C45b13A06f1234')}${word(MOST)}`,
    }),
    unknown: send({ to: RECIPIENT, value: '0xde0b6b3a7640001', data: `0xdeadbeef${'00'.repeat(64)}` }),
    short: send({ to: ZERO, value: `0x${(11n * COIN).toString(16)}` }),
    unreadable: ['eth_sendTransaction', []] as const,
  }
  await list(page, /\/api\/v1\/wallet-connect\/sessions\?/, [{ ...SESSION, walletId: wallet.id }])
  const LIST = /\/api\/v1\/wallet-connect\/requests\?/
  const QUOTE = /\/requests\/[^/]+\/quote$/
  await page.route(QUOTE, (route) =>
    route.fulfill({
      json: {
        available: `${10n * COIN}`,
        fee: '630000000000000',
        feeCeiling: '756000000000000',
        tokens: [{ address: RECIPIENT, symbol: 'USDC', decimals: 6, type: 'ERC20' }],
      },
    }),
  )
  for (const [name, [method, params]] of Object.entries(states))
    await chapter(`a DApp asks: ${name}`, async () => {
      await page.unroute(LIST)
      const request = { walletId: wallet.id, sessionId: 's1', blockchain: CHAIN, createdAt: AT }
      await list(page, LIST, [{ id: name, method, params, status: 'pending', expiresAt: LATER, ...request }])
      // What was stored shows the request before, which is about to go.
      const read = page.waitForResponse(LIST)
      await home(page, 'requests')
      await read
      await page.getByRole('link', { name: /^Review/ }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
      if (!['hash', 'short', 'unreadable'].includes(name))
        await dialog.getByRole('button', { name: 'Confirm', disabled: false }).waitFor()
      await shoot(page, `request-${name}`)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    })
  await page.unroute(LIST)
  await list(page, LIST, [])
  await chapter('what is offered', () => offering(album, page))
}

/** The app itself is offered once a DApp is connected. */
const offering = async ({ shoot }: Album, page: Page) => {
  await home(page)
  await page.getByRole('tab', { name: 'Assets' }).waitFor()
  await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt')))
  await page.getByText('Install Countersign').waitFor()
  await shoot(page, 'install')
}

/** Guardians: what is refused, warned of and asked once more. */
const guarding = async ({ signedIn, shoot, chapter }: Album) => {
  const owner = await signedIn('mara', funded)
  const guardian = await signedIn('tomas', (member) => openWallet(member, 'Own Wallet'))
  await guard(owner, owner.wallet, guardian)
  const { page } = owner
  const stale = { name: 'StepUpRequiredError', message: "Confirm it's you", traceId: 't' }
  await chapter("'Confirm it's you'", async () => {
    await page.route(/\/retire$/, (route) => route.fulfill({ status: 403, json: stale }))
    await home(page, 'guardians')
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await dialog.getByLabel('Code', { exact: true }).waitFor()
    await shoot(page, 'step-up')
    await dialog.getByLabel('Code', { exact: true }).fill('000000')
    await dialog.getByRole('alert').waitFor()
    await shoot(page, 'step-up-error')
    await page.keyboard.press('Escape')
  })
  await chapter('a change of rules that starts later', async () => {
    await alterItems(page, WALLETS, {
      features: [
        { type: 'redbelly-kyc', payload: { completed: true } },
        {
          type: 'approval-flow',
          payload: { enabled: true, consensus: 1, startsAt: LATER, until: { consensus: 2, confirmed: 3 } },
        },
      ],
    })
    await home(page, 'guardians')
    await page.getByText(/^Weaker rules start /).waitFor()
    await page.getByText(/^Starts .* Until then 2 out of 3/).waitFor()
    await shoot(page, 'wallet-guardians-later')
    await page.getByRole('switch', { name: 'Guardian Approval' }).click()
    await page.getByRole('alertdialog').waitFor()
    await shoot(page, 'guardian-off-later')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
    await page.unroute(WALLETS)
  })
  await chapter('a guarded confirmation', async () => {
    await home(page)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Send Funds' })
    await form.getByLabel('Wallet address').fill(RECIPIENT)
    await form.getByLabel('Amount', { exact: true }).fill('1.5')
    await form.getByRole('button', { name: 'Next' }).click()
    const details = page.getByRole('dialog', { name: 'Transaction Details' })
    await details.getByRole('button', { name: 'Submit', disabled: false }).waitFor()
    await shoot(page, 'send-confirm-guarded')
    await details.getByRole('button', { name: 'Submit' }).click()
    await details.waitFor({ state: 'hidden' })
  })
  await hub(guardian.page, { shoot, chapter })
}

const hub = async (page: Page, { shoot, chapter }: Pick<Album, 'shoot' | 'chapter'>) => {
  const open = async () => {
    await visit(page, '/guardian-hub')
    await page.getByRole('article').first().waitFor()
  }
  await chapter('cards with warnings', async () => {
    const call = {
      method: 'approve',
      headline: 'Allow 0x9F3C…41Ab to move all your USDC',
      sentence: `${RECIPIENT} can then move up to all USDC without your Guardians, until revoked.`,
      data: `0x095ea7b3${'00'.repeat(64)}`,
      bytes: 68,
      danger: true,
    }
    const cards: object[] = [
      { recipientHints: ['zero', 'first'], recipient: ZERO },
      { recipientHints: ['look-alike'], lookalikeOf: '0x9F3C0000000000000000000000000000000041Ab' },
      { kind: 'call', recipientHints: ['first'], amount: '0', call },
      { assetSymbol: 'ape', assetDecimals: 0, assetTokenId: MOST, amount: '1', recipientHints: [] },
    ]
    await alter(page, APPROVALS, (body) => ({
      ...body,
      items: cards.map((more, index) => ({ ...body.items?.[0], id: `a${index}`, ...more })),
    }))
    await open()
    await page.getByRole('article').nth(3).waitFor()
    await shoot(page, 'hub-approvals-warned')
    await page.unroute(APPROVALS)
  })
  await chapter('a text that differs from the card', async () => {
    const TEXT = /get-approve-signature-message$/
    await alter(page, TEXT, (body) => ({
      ...body,
      message: String(body.message).replace(/^To: .*$/m, `To: ${ZERO}`),
    }))
    await open()
    await page.getByRole('article').nth(1).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Approve', disabled: false }).click()
    await page.getByRole('alertdialog').getByText('says something else than this page').waitFor()
    await shoot(page, 'hub-differs')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click()
  })
}

/** A second wallet that is not verified. */
const locked = async ({ signedIn, shoot }: Album) => {
  const { page } = await signedIn('mara', async (member) => {
    const first = await openWallet(member, 'Harbour Fund')
    await verify(member, first)
    return openWallet(member, 'Relief Fund')
  })
  await page.getByRole('button', { name: /^(?:Harbour|Relief) Fund/ }).click()
  await page.getByRole('menuitem', { name: /Relief Fund/ }).click()
  await page.getByRole('button', { name: 'Show steps' }).waitFor()
  await shoot(page, 'wallet-locked')
  await page.getByRole('button', { name: 'Show steps' }).click()
  await page.getByRole('dialog', { name: 'Identity verification' }).waitFor()
  await shoot(page, 'steps')
  await page.keyboard.press('Escape')
}

/** What goes wrong on the way in. */
const wayIn = async ({ stranger, shoot }: Album) => {
  const page = await stranger()
  await page.goto(`${appUrl()}/auth`)
  await page.evaluate(() => history.replaceState('expired', '', '/auth'))
  await page.reload()
  await page.getByText('Your sign-in took too long').waitFor()
  await shoot(page, 'auth-expired')
  const tell = async () => {
    await page.goto(`${appUrl()}/oauth/google/verify`)
    // Its clock stands still while it is pointed at.
    await page.getByText('Failed to verify Google').hover()
  }
  await tell()
  await shoot(page, 'toast', tell)
  await page.route(/\/sign-in\/browser$/, () => undefined)
  await page.goto(`${appUrl()}/verify?id=123456789012#browser=x`)
  await page.getByText('Checking the link of your mail…').waitFor()
  await shoot(page, 'admit')
}

export const rare = async (album: Album): Promise<void> => {
  const chapters: readonly [string, (album: Album) => Promise<unknown>][] = [
    ['rare transactions', activity],
    ['what cannot be read', unread],
    ['a wallet that is held', held],
    ['sends that are stopped', sending],
    ['what DApps ask', asking],
    ['guardians who are warned', guarding],
    ['a wallet that is locked', locked],
    ['rare on the way in', wayIn],
  ]
  for (const [title, work] of chapters) await album.chapter(title, () => work(album))
}
