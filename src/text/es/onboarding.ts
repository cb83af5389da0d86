import type { Words } from '#text/catalogue.ts'
import type { onboardingText } from '#text/onboarding.ts'

export const onboarding: Words<typeof onboardingText> = {
  noNeed: 'No necesita esto para aprobar por otros.',
  openHub: 'Abrir el Centro de guardianes',
  waiting: 'En espera de su respuesta',
  wantsToConnect: 'quiere conectarse',
  connect: 'Conectar',
  connectWho: (name) => `Conectar ${name}`,
  review: 'Revisar',
  reject: 'Rechazar',
  rejectWhat: (method) => `Rechazar: ${method}`,
  reviewWhat: (method) => `Revisar: ${method}`,

  steps: {
    dialog: 'Verificación de identidad',
    step: (number) => `Paso ${number}`,
    connect: 'Primero, conectemos su billetera',
    open: 'Abra la página de la red de prueba y pulse ',
    connectWallet: 'Connect Wallet',
    copyLink: 'Copie el enlace y vuelva aquí',
    press: 'Pulse ',
    paste: ', pegue el enlace y apruebe la solicitud de conexión',
    enable: 'Active su billetera en la red de prueba',
    check:
      'Complete la verificación de identidad (KYC) en la página de la red de prueba. Enviar y Recibir se desbloquean aquí en cuanto termine.',
    connected: 'Billetera conectada',
    identity: 'Identidad verificada',
    transfer: 'Enviar y Recibir',
    done: 'Hecho',
    itemDone: 'Hecho:',
    testnet: 'Abrir la red de prueba',
  },
  doneNotes: { connect: 'Conectada', enable: 'Identidad verificada' },
  completed: (title) => `${title}: hecho`,

  seal: {
    first: 'Una firma por ahora',
    closes: 'El sello se cierra cuando un guardián refrenda su primera transferencia.',
    stepsDone: (count, of) => `${count} de ${of} pasos hechos`,
    open: 'Ya puede enviar y recibir',
    invite: 'Una sola firma todavía lo mueve todo. Invite a un guardián para cerrar el sello.',
    whole: 'Refrendado',
    both: 'Usted firmó y su guardián refrendó.',
  },

  next: {
    title: 'Después, si quiere',
    hide: 'Ocultar estos pasos',
    arrived: (amount, when) => `${amount} recibidos, ${when}`,
    waits: 'Espera a que su guardián acepte',
    titles: {
      money: 'Obtenga dinero de prueba',
      guardian: 'Invite a un guardián',
      transfer: 'Haga su primera transferencia protegida',
    },
    notes: {
      money: 'RBNT gratis del faucet',
      guardian: 'Alguien de confianza da la segunda firma',
      transfer: 'Usted firma y su guardián refrenda',
    },
    actions: { money: 'Obtener', guardian: 'Invitar', transfer: 'Enviar' },
  },
}
