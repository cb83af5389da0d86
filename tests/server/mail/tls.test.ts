// @vitest-environment node
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMailer } from '#server/mail/mailer.ts'

let server: SMTPServer
let received = 0
beforeAll(async () => {
  // As somebody on the way who takes the offer of TLS out of the greeting.
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.resume().on('end', () => {
        received += 1
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise<void>((resolve) => server.close(resolve)))

const send = (query: string) => {
  const { port } = server.server.address() as AddressInfo
  const mailer = makeMailer({ smtpUrl: `smtp://127.0.0.1:${port}${query}`, from: 'us@wallet.example' })
  return mailer.send({ to: 'ada@example.com', subject: 'Code', text: '123456', html: '' })
}

test('with requireTLS no mail leaves where TLS is not offered', async () => {
  await send('')
  expect(received).toBe(1)
  await expect(send('?requireTLS=true')).rejects.toThrow()
  expect(received).toBe(1)
})
