import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** Self-signed for localhost, and for nothing but these tests. */
const CERTIFICATE = `
-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUKSglszRZfzfZ0/Aw/5V7gW1+kC8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyODA1MTcxMloYDzIxMjYxMTA0
MDUxNzEyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQNcY7EdlPconAolX9Dgi+2QnJmc+IcWarh5z70ka9noEfBnt9fGu1r
Fv8xwjAw/CV4YAcGMhaSPv2RQdU9Uokbo2kwZzAdBgNVHQ4EFgQUWgd7TfgeRBP5
pxWB+UcpdB5r06MwHwYDVR0jBBgwFoAUWgd7TfgeRBP5pxWB+UcpdB5r06MwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhAOJDOODY8tD4ftvC0aUwbB/5XHOUYMyJc4U7EN4oTtn5AiEA4G0B1KEI
LuEy20GxhO9/Ma+hj5OCV9ejcb/rWSJ2r5Q=
-----END CERTIFICATE-----
`
const KEY = `
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgyLBJyqCzuZYeT+ST
M7bJJ1ehqZtVVmN0RMbbcmR8KD2hRANCAAQNcY7EdlPconAolX9Dgi+2QnJmc+Ic
Warh5z70ka9noEfBnt9fGu1rFv8xwjAw/CV4YAcGMhaSPv2RQdU9Uokb
-----END PRIVATE KEY-----
`

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** A browser's subscription, able to read what it is sent (RFC 8291, RFC 8188 with one record). */
export const makeBrowser = () => {
  const pair = createECDH('prime256v1')
  const own = pair.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    read(body: Buffer): string {
      const salt = body.subarray(0, 16)
      const start = 21 + (body[20] ?? 0)
      const sender = body.subarray(21, start)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
      const input = derive(pair.computeSecret(sender), auth, info, 32)
      const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16)
      const nonce = derive(input, salt, 'Content-Encoding: nonce\0', 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(body.subarray(-16))
      const padded = Buffer.concat([decipher.update(body.subarray(start, -16)), decipher.final()])
      return padded.subarray(0, padded.lastIndexOf(2)).toString()
    },
  }
}

export interface Letter {
  path: string
  headers: NodeJS.Dict<string | string[]>
  body: Buffer
}

/** A push service on this machine: answers a path `/{status}/…` with that status. */
export const startPushService = async () => {
  const letters: Letter[] = []
  const server = createServer({ key: KEY, cert: CERTIFICATE }, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? ''
    letters.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
    response.writeHead(Number(path.split('/')[1]), { location: '/201/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    certificate: CERTIFICATE,
    host: `localhost:${port}`,
    url: (path: string) => `https://localhost:${port}${path}`,
    letters,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
