import { createHash } from 'node:crypto'
import type { ICore } from '@walletconnect/types'

/** Bits of the numbers that JSON carries exactly. */
const BITS = 53n

interface Message {
  id: unknown
  method?: unknown
  params?: unknown
}

const isMessage = (payload: unknown): payload is Message =>
  typeof payload === 'object' && payload !== null && 'id' in payload

const maskOf = (topic: string): bigint =>
  BigInt.asUintN(Number(BITS), createHash('sha256').update(topic).digest().readBigUInt64BE())

/**
 * Turns the number of a peer's request into the one that the library knows it by, and back. JSON-RPC counts within a
 * topic, dApps number by the millisecond and three digits, and the library keeps requests, proposals and their time
 * limits by the number alone: two that are equal would be one to it.
 */
export const swapId = (topic: string, id: number): number => Number(BigInt(id) ^ maskOf(topic))

const isId = (id: unknown): id is number => Number.isSafeInteger(id) && Number(id) >= 0

/** A proposal names itself and its pairing again, and the library would believe it. */
const ownParams = ({ method, params }: Message, topic: string, id: number): unknown =>
  method === 'wc_sessionPropose' && typeof params === 'object'
    ? { ...params, id, pairingTopic: topic }
    : params

/** Lets the library know requests by topic and number, and hear answers only from whom it asked. */
export const separateTopics = ({
  crypto,
  history,
  relayer,
}: Pick<ICore, 'crypto' | 'history' | 'relayer'>): void => {
  const decode = crypto.decode.bind(crypto)
  const read: ICore['crypto']['decode'] = async (topic, encoded, opts) => {
    const payload: unknown = await decode(topic, encoded, opts)
    if (!isMessage(payload)) throw new Error('A message should be JSON-RPC')
    const { id } = payload
    if (!isId(id)) throw new Error('The number of a message should be a whole one that a double holds')
    if (!('method' in payload)) {
      if (!(await history.exists(topic, id))) throw new Error('An answer should be to a request of its topic')
      return payload as never
    }
    const own = swapId(topic, id)
    return { ...payload, id: own, params: ownParams(payload, topic, own) } as never
  }
  crypto.decode = async (topic, encoded, opts) => {
    try {
      return await read(topic, encoded, opts)
    } catch (error) {
      // Else it would be kept for good, and be tried again at every start.
      await relayer.messages.ack(topic, encoded)
      throw error
    }
  }
  const encode = crypto.encode.bind(crypto)
  crypto.encode = (topic, payload, opts) =>
    encode(topic, 'method' in payload ? payload : { ...payload, id: swapId(topic, payload.id) }, opts)
}
