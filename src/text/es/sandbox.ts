import type { Words } from '#text/catalogue.ts'
import type { sandboxText } from '#text/sandbox.ts'

export const sandbox: Words<typeof sandboxText> = {
  title: 'Herramientas de prueba',

  code: 'Código de inicio de sesión',
  noCode: 'Llega con el próximo correo.',
  copyCode: 'Copiar el código de inicio de sesión',

  authenticator: 'Autenticador',
  secret: 'Clave o enlace otpauth',
  secretHint: 'Se queda en esta página hasta que la recargue o la cierre.',
  wrongSecret: 'Una clave solo tiene letras de la A a la Z y dígitos del 2 al 7',
  left: (seconds) => `quedan ${seconds} s`,
  copyAuthenticator: 'Copiar el código del autenticador',

  faucet: (wallet) => `Dinero de prueba para ${wallet}`,
  give: (amount, symbol) => `Obtener ${amount} ${symbol}`,
  given: (amount, symbol) => `${amount} ${symbol} están en camino.`,

  guardians: 'Guardianes de prueba',
  inviteDemo: 'Invitar a un guardián de prueba',
  making: 'Creando una cuenta…',
  invited: (email) => `Se invitó a ${email}.`,
  nothing: 'Nada espera.',
  approve: 'Aprobar',
  decline: 'Rechazar',
  approveWhat: (what) => `Aprobar: ${what}`,
  declineWhat: (what) => `Rechazar: ${what}`,
}
