import { describe, expect, it } from 'vitest'
import { readEnv } from '#server/env.ts'

describe('the environment', () => {
  it('needs nothing to have defaults', () => {
    expect(readEnv({})).toMatchObject({
      production: false,
      sandbox: false,
      port: 4173,
      host: '127.0.0.1',
      publicUrl: undefined,
      bitcoinNetwork: 'regtest',
      kycChain: 'redbelly:testnet',
      kycRegistry: '0xDAFEA492D9c6733ae3d56b7Ed1ADB60692c98Bc5',
      policyDelaySeconds: 86_400,
      approvalTtlSeconds: 604_800,
      testnetPageUrl: 'https://access.redbelly.network',
      operationsSecrets: [],
      google: undefined,
      vapid: undefined,
      rpcUrls: {},
      trustProxy: undefined,
    })
  })

  it('of the sandbox weakens rules at once and has its own TestNet page', () => {
    expect(readEnv({ COUNTERSIGN_SANDBOX: '1', PORT: '5000' })).toMatchObject({
      sandbox: true,
      policyDelaySeconds: 0,
      testnetPageUrl: 'http://127.0.0.1:5001',
    })
    expect(readEnv({ COUNTERSIGN_SANDBOX: '1', POLICY_DELAY_S: '60' }).policyDelaySeconds).toBe(60)
  })

  it('names chains, secrets and hosts', () => {
    expect(
      readEnv({
        RPC_URL_REDBELLY_TESTNET: 'https://rpc.example/a',
        RPC_URL_HARDHAT: 'http://127.0.0.1:8545',
        OPERATIONS_WEBHOOK_SECRETS: 'first-secret-of-two, second-secret-of-two',
        PUSH_HOSTS: 'push.example',
        PUBLIC_URL: 'https://Wallet.example/',
        GOOGLE_CLIENT_ID: 'id',
        BITCOIN_NETWORK: 'mainnet',
        ESPLORA_URL: 'https://esplora.example/api',
        BITCOIN_CONFIRMATIONS: '6',
      }),
    ).toMatchObject({
      bitcoinNetwork: 'mainnet',
      esploraUrl: 'https://esplora.example/api',
      bitcoinConfirmations: 6,
      rpcUrls: { 'redbelly:testnet': 'https://rpc.example/a', hardhat: 'http://127.0.0.1:8545' },
      operationsSecrets: ['first-secret-of-two', 'second-secret-of-two'],
      pushHosts: ['push.example'],
      publicUrl: 'https://wallet.example',
      google: { issuer: 'https://accounts.google.com', clientId: 'id', clientSecret: undefined },
    })
  })

  it.each([
    ['0', undefined],
    ['1', { hops: 1 }],
    ['hops:2', { hops: 2 }],
    [
      '10.0.0.0/8, fd00::/8,192.0.2.1',
      {
        networks: [
          { address: '10.0.0.0', prefix: 8 },
          { address: 'fd00::', prefix: 8 },
          { address: '192.0.2.1', prefix: 32 },
        ],
      },
    ],
  ])('reads the proxies %s', (value, proxies) => {
    expect(readEnv({ TRUST_PROXY: value }).trustProxy).toEqual(proxies)
  })

  it('treats an empty value as none', () => {
    expect(readEnv({ PORT: '', SMTP_URL: '' })).toMatchObject({ port: 4173, smtpUrl: undefined })
  })

  it.each([
    [{ PORT: '65536' }, 'PORT should be a whole number from 0 to 65535.'],
    [{ PORT: '-1' }, 'PORT should be a whole number from 0 to 65535.'],
    [
      { PUBLIC_URL: 'wallet.example' },
      'PUBLIC_URL should be an address that starts with http:// or https://.',
    ],
    [
      { PUBLIC_URL: 'https://wallet.example/app' },
      'PUBLIC_URL should be an origin without a path, such as https://wallet.example.',
    ],
    [
      { DATABASE_URL: 'mysql://x' },
      'DATABASE_URL should be an address that starts with postgres:// or postgresql://.',
    ],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL should be an address that starts with smtp:// or smtps://.'],
    [{ RPC_URL_HARDHAT: 'x' }, 'RPC_URL_HARDHAT should be an address that starts with http:// or https://.'],
    [{ WC_RELAY_URL: 'https://x' }, 'WC_RELAY_URL should be an address that starts with ws:// or wss://.'],
    [{ BITCOIN_NETWORK: 'bitcoin' }, 'BITCOIN_NETWORK should be one of mainnet, testnet, regtest.'],
    [{ BITCOIN_CONFIRMATIONS: '0' }, 'BITCOIN_CONFIRMATIONS should be a whole number from 1 to 100.'],
    [{ KYC_CHAIN: 'redbelly' }, /^KYC_CHAIN should be one of polygon:mainnet, .*, hardhat\.$/],
    [{ KYC_REGISTRY: '0x1' }, 'KYC_REGISTRY should be an address: 0x and 40 hexadecimal digits.'],
    [
      { EVENTS_WEBHOOK_SECRETS: 'short' },
      'EVENTS_WEBHOOK_SECRETS should hold secrets of at least 16 characters.',
    ],
    [
      { EVENTS_WEBHOOK_SECRETS: 'a-long-secret-one,a-long-secret-two,a-long-secret-3' },
      'EVENTS_WEBHOOK_SECRETS should hold at most two secrets, separated by a comma.',
    ],
    [{ COUNTERSIGN_SANDBOX: 'true' }, 'COUNTERSIGN_SANDBOX should be 0 or 1.'],
    [{ APPROVAL_TTL_S: '1' }, 'APPROVAL_TTL_S should be a whole number from 60 to 31536000.'],
    [{ VAPID_PUBLIC: 'x' }, 'Web Push: set all of VAPID_SUBJECT, VAPID_PUBLIC, VAPID_PRIVATE, or none.'],
  ])('%j is refused by a sentence', (source, sentence) => {
    expect(() => readEnv(source)).toThrow(sentence)
  })

  it.each([
    'yes',
    'hops:0',
    'hops:10',
    '10.0.0.0/33',
    '10.0.0/8',
    '0.0.0.0/0',
    '10.0.0.0/8,',
    'proxy.example',
  ])('refuses the proxies %s by a sentence', (value) => {
    expect(() => readEnv({ TRUST_PROXY: value })).toThrow(
      'TRUST_PROXY should be 0, 1, hops:2 (up to 9), or networks such as 10.0.0.0/8, fd00::/8.',
    )
  })

  it('says all that is wrong at once', () => {
    expect(() => readEnv({ PORT: 'x', TRUST_PROXY: 'x' })).toThrow(/PORT.*\nTRUST_PROXY/s)
  })
})
