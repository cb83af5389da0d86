import type { appText } from '#text/app.ts'
import type { Words } from '#text/catalogue.ts'

export const app: Words<typeof appText> = {
  navigation: 'Menú principal',
  wallets: 'Mis billeteras',
  hub: 'Centro de guardianes',
  logOut: 'Cerrar sesión',
  inbox: 'Pendientes',
  inboxWaiting: (count) =>
    count === 1 ? 'Pendientes, 1 espera su respuesta' : `Pendientes, ${count} esperan su respuesta`,
  waiting: (count) => (count === 1 ? '1 espera su respuesta' : `${count} esperan su respuesta`),
  theme: (theme) => `Tema: ${theme}`,

  offline: 'Está sin conexión. Se muestran los datos guardados.',
  down: 'No hay conexión. Se muestran los datos guardados.',

  menu: {
    account: 'Cuenta',
    settings: 'Configuración',
    book: 'Libreta de direcciones',
    notifications: 'Notificaciones',
    install: 'Instalar la app',
    codes: 'Códigos de respaldo',
    theme: 'Tema',
    everywhere: 'Cerrar sesión en todos los dispositivos',
  },

  errorCode: 'Código de error',
  copyErrorCode: 'Copiar el código de error',

  notifications: 'Notificaciones',
  allowed: {
    granted: 'Activadas',
    default: 'Desactivadas',
    denied: 'Bloqueadas',
    unsupported: 'No disponibles',
  },
  explained: {
    granted: 'Las notificaciones están activadas. Aparecen mientras esta página está en segundo plano.',
    default: 'Countersign puede avisarle cuando una DApp o una transacción espera su respuesta.',
    denied:
      'Este navegador bloquea las notificaciones de Countersign. Abra la configuración del sitio junto a la barra de direcciones, permita las notificaciones y vuelva a cargar la página.',
    unsupported: 'Este navegador no admite notificaciones de páginas web.',
  },
  enable: 'Activar',
  sendTest: 'Enviar una prueba',
  testWorks: 'Las notificaciones funcionan.',

  walletCreated: (name) => `La billetera ${name} ya está creada.`,
}
