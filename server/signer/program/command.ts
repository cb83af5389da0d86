import { linesOf } from '#server/async/lines.ts'
import { checkSeal } from '#server/custody/disk/canary.ts'
import { keyMark } from '#server/custody/disk/seal.ts'
import { addKey, loadKeyRing } from '#server/custody/keyring.ts'
import { openStore, readStore } from '#server/custody/store.ts'
import { lockFolder } from '#server/lock.ts'
import { pathsOf } from '#server/signer/copies.ts'
import { copiesFor, restoreSigner } from '#server/signer/restore.ts'
import { resealSigner } from '#server/signer/rotate.ts'
import { PARTIES } from '#server/signer/share.ts'
import { FOLDERS, openSigner } from '#server/signer/signer.ts'
import { parsePeers, readSigner } from './settings.ts'

const USAGE = `npm run signer -- identity
  Who this signer is, for SIGNER_PEERS of the others; made now where there is none.
npm run signer -- copies NUMBER > FILE
  What this signer keeps for another one that lost its folder. Only that one's key ring opens it.
npm run signer -- restore FILE
  Puts this signer back into an empty folder, from what another one kept for it.
npm run signer -- rotate
  Puts a fresh key first in this signer's ring and seals everything with it, while the signer is stopped. One that broke
  off goes on. The older keys stay in the ring until both others keep what 'own' says then.
npm run signer -- own > FILE
  This signer's part of all keys, sealed for its own ring, for both others to keep.
npm run signer -- keep NUMBER FILE
  Keeps what another signer said by 'own', in place of what it said before. Needs SIGNER_PEERS.
npm run signer -- start-again WALLET
  Forgets what this signer saw of a wallet's log, after custody was put back to an older state: rules that custody
  has now all bind for POLICY_DELAY_S from then on. Two signers have to agree.`

const say = (text: string) => process.stdout.write(`${text}\n`)

const main = async (): Promise<void> => {
  const [command, word, file, ...rest] = process.argv.slice(2)
  if (command === undefined || rest.length > 0 || (file !== undefined && command !== 'keep'))
    throw new Error(USAGE)
  const { party, dir, keyFile } = readSigner(process.env)
  const ring = () => loadKeyRing(keyFile, 'SIGNER_KEY_FILE')
  const open = () =>
    openSigner({ party, dir, keyRing: ring(), clock: { now: () => new Date() }, policyDelayS: 0 })

  if (command === 'identity' && word === undefined) {
    const signer = await open()
    say(`${party}:${signer.publicKey}`)
    return signer.close()
  }
  const other = PARTIES.find((one) => String(one) === word)
  if (command === 'rotate' && word === undefined) {
    const store = await openStore(dir, lockFolder, FOLDERS)
    try {
      const { currentId, ids } = ring()
      const older = ids.filter((id) => id !== currentId)
      const left = (await Promise.all(older.map((id) => store.holding(keyMark(id))))).flat()
      // What broke off goes on with the key that it began with.
      const fresh = left.length > 0 ? ring() : await addKey(keyFile)
      const count = await resealSigner(store, fresh, party)
      say(`${count} files are sealed with key '${fresh.currentId}'.`)
    } finally {
      await store.close()
    }
    return
  }
  if (command === 'own' && word === undefined) {
    const signer = await open()
    try {
      for (const name of await signer.names()) {
        const copy = await signer.ask('copy', name)
        say(JSON.stringify({ ...name, ...copy }))
      }
    } finally {
      await signer.close()
    }
    return
  }
  if (command === 'keep' && file !== undefined) {
    if (other === undefined || other === party) throw new Error(USAGE)
    const peers = parsePeers(process.env.SIGNER_PEERS ?? '', party)
    const signer = await open()
    try {
      signer.meet(peers)
      let count = 0
      for await (const line of linesOf(file)) {
        if (line.trim() === '') continue
        await signer.ask('keep', { party: other, ...JSON.parse(line) })
        count += 1
      }
      say(`${count} shares of signer ${other} are kept.`)
    } finally {
      await signer.close()
    }
    return
  }
  if (command === 'copies') {
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
      const count = await restoreSigner(store, ring(), party, linesOf(word))
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
