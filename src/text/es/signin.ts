import type { Words } from '#text/catalogue.ts'
import type { signInText } from '#text/signin.ts'

export const signIn: Words<typeof signInText> = {
  continue: 'Continuar con el correo',
  email: 'Correo electrónico',
  expired:
    'El inicio de sesión tardó demasiado y ha caducado. Escriba su correo electrónico para empezar de nuevo.',
  google: 'Continuar con Google',
  lead: 'Escriba su correo electrónico y le enviaremos un código.',
  noGoogle: 'El inicio de sesión con Google no está configurado',
  offline: 'Está sin conexión. Conéctese a internet para continuar.',
  down: 'No hay conexión. Espere a que vuelva para continuar.',
  or: 'o',
  promise: 'Ponga una segunda firma en cada transferencia.',
  sandbox: 'Sandbox · pruebas',
  title: 'Iniciar sesión',
}
