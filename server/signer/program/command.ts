import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { checkSeal } from '#server/custody/disk/canary.ts'
import { loadKeyRing } from '#server/custody/keyring.ts'
import { openStore, readStore } from '#server/custody/store.ts'
import { lockFolder } from '#server/lock.ts'
import { pathsOf } from '#server/signer/copies.ts'
import { copiesFor, restoreSigner } from '#server/signer/restore.ts'
import { PARTIES } from '#server/signer/share.ts'
import { FOLDERS, openSigner } from '#server/signer/signer.ts'
import { readSigner } from './settings.ts'

const USAGE = `npm run signer -- identity
  Who this signer is, for SIGNER_PEERS of the others; made now where there is none.
npm run signer -- copies NUMBER > FILE
  What this signer keeps for another one that lost its folder. Only that one's key ring opens it.
npm run signer -- restore FILE
  Puts this signer back into an empty folder, from what another one kept for it.
npm run signer -- start-again WALLET
  Forgets what this signer saw of a wallet's log, after custody was put back to an older state: rules that custody
  has now all bind for POLICY_DELAY_S from then on. Two signers have to agree.`

const say = (text: string) => process.stdout.write(`${text}\n`)

const main = async (): Promise<void> => {
  const [command, word, ...rest] = process.argv.slice(2)
  if (command === undefined || rest.length > 0) throw new Error(USAGE)
  const { party, dir, keyFile } = readSigner(process.env)
  const ring = () => loadKeyRing(keyFile, 'SIGNER_KEY_FILE')

  if (command === 'identity' && word === undefined) {
    const options = { party, dir, keyRing: ring(), clock: { now: () => new Date() }, policyDelayS: 0 }
    const signer = await openSigner(options)
    say(`${party}:${signer.publicKey}`)
    return signer.close()
  }
  if (command === 'copies') {
    const other = PARTIES.find((one) => String(one) === word)
    if (other === undefined || other === party) throw new Error(USAGE)
    const store = await readStore(dir)
    try {
      for await (const line of copiesFor(store, other)) say(line)
    } finally {
      await store.close()
    }
    return
  }
  if (command === 'restore' && word !== undefined) {
    const store = await openStore(dir, lockFolder, FOLDERS)
    try {
      const lines = createInterface({ input: createReadStream(word), crlfDelay: Number.POSITIVE_INFINITY })
      const count = await restoreSigner(store, ring(), party, lines)
      say(`${count} shares are back. The logs of wallets come from custody; delays count from when they do.`)
    } finally {
      await store.close()
    }
    return
  }
  if (command === 'start-again' && word !== undefined) {
    const store = await openStore(dir, lockFolder, FOLDERS)
    try {
      await checkSeal(store, ring())
      for (const path of pathsOf(word)) await store.remove(path)
      say(`Signer ${party} takes the log of wallet ${word} anew. Its shares stay.`)
    } finally {
      await store.close()
    }
    return
  }
  throw new Error(USAGE)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
