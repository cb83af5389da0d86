import type { Words } from '#text/catalogue.ts'
import type { settingsText } from '#text/settings.ts'

const someone = (email: string | null | undefined) => email || 'Un guardián'

export const settings: Words<typeof settingsText> = {
  title: 'Configuración',
  sections: 'Configuración',

  sessions: {
    title: 'Sesiones y dispositivos',
    lead: 'Dónde tiene la sesión iniciada',
    what: 'las sesiones',
    endOthers: 'Cerrar las demás sesiones',
    end: 'Cerrar sesión',
    endOf: (name) => `Cerrar la sesión de ${name}`,
    here: 'Este dispositivo',
    unknown: 'Navegador desconocido',
    on: (browser, system) => `${browser} en ${system}`,
    since: (day) => `Desde el ${day}`,
    now: 'Activa ahora',
    minutes: (count) => (count === 1 ? 'Activa hace 1 minuto' : `Activa hace ${count} minutos`),
    hours: (count) => (count === 1 ? 'Activa hace 1 hora' : `Activa hace ${count} horas`),
    active: (day) => `Activa el ${day}`,
    ended: 'Se cerró esa sesión.',
    allEnded: 'Se cerraron las demás sesiones.',
  },

  factors: {
    title: 'Autenticador y códigos de respaldo',
    short: 'Autenticador',
    lead: 'Los códigos de 6 dígitos y lo que los sustituye',
    what: 'sus factores',
    app: 'App de autenticación',
    since: (day) => `Activa desde el ${day}`,
    codes: 'Códigos de respaldo',
    codesLead: 'Cada uno le permite iniciar sesión una vez sin la app',
    left: (left, total) => (left === 1 ? `queda 1 de ${total}` : `quedan ${left} de ${total}`),
    none: 'No queda ninguno',
    view: 'Ver',
    viewCodes: 'Ver los códigos de respaldo',
  },

  log: {
    title: 'Registro de la cuenta',
    lead: 'Lo ocurrido en esta cuenta, primero lo más reciente',
    what: 'el registro de la cuenta',
    all: 'Mostrar todo',
    latest: (shown, total) => `Los últimos ${shown} de ${total}.`,
    titles: {
      'signed-in': () => 'Sesión iniciada',
      'signed-in-backup': () => 'Sesión iniciada con un código de respaldo',
      'sessions-ended': ({ count }) => (count && count > 1 ? `${count} sesiones cerradas` : 'Sesión cerrada'),
      'stepped-up': () => 'Confirmado con un código',
      'wrong-code': () => 'Código erróneo introducido',
      'authenticator-set': () => 'Autenticador configurado',
      'authenticator-changed': () => 'Autenticador sustituido',
      'backup-codes-made': () => 'Códigos de respaldo generados',
      'backup-code-used': () => 'Código de respaldo usado',
      'provider-linked': () => 'Inicio de sesión con Google vinculado',
      frozen: () => 'Cuenta congelada con el enlace de un correo',
      unfrozen: () => 'La cuenta ya no está congelada',
      'recovery-noticed': () => 'Pérdida de sus factores comunicada',
      'recovery-refused': () => 'Aviso de factores perdidos rechazado',
      'restore-undone': () => 'Autenticador anterior repuesto',
      'guardian-invited': ({ email }) => `Invitación como guardián: ${someone(email)}`,
      'guardian-joined': ({ email }) => `${someone(email)} ya es guardián`,
      'guardian-removed': ({ email }) => `${someone(email)} ya no es guardián`,
      'invite-withdrawn': ({ email }) => `Invitación terminada: ${someone(email)}`,
      'invite-declined': ({ email }) => `${someone(email)} no quiso ser guardián`,
      'approval-on': () => 'Aprobación de guardianes activada',
      'approval-off': () => 'Aprobación de guardianes desactivada',
      consensus: ({ from, to, of }) => `Aprobación de guardianes cambiada: de ${from} a ${to} de ${of}`,
      unknown: () => 'Algo cambió',
    },
  },

  notices: {
    title: 'Notificaciones',
    lead: 'En este dispositivo',
    groups: {
      approvals: { title: 'Aprobaciones', lead: 'Una transferencia espera su decisión' },
      dapps: { title: 'Solicitudes de DApps', lead: 'Una DApp quiere conectarse, una firma o enviar' },
      transfers: { title: 'Mis transferencias', lead: 'Aprobadas, rechazadas, recibidas' },
    },
    security: 'Seguridad',
    securityLead: 'Por correo: nuevo inicio de sesión, cambio de guardianes, reglas más débiles',
    always: 'Siempre activas',
    single: 'Elegir una por una',
  },

  display: {
    title: 'Pantalla',
    lead: 'Cómo muestra Countersign este navegador',
    hide: 'Ocultar importes',
    hideLead: 'En todas partes, salvo donde decide sobre uno',
    theme: 'Tema',
    themes: { system: 'Sistema', light: 'Claro', dark: 'Oscuro' },
  },

  install: {
    title: 'Instalar',
    lead: 'Countersign como una app propia',
    installed: 'Countersign ya funciona aquí como una app propia.',
    offer: 'Se abre en su propia ventana, desde la pantalla de inicio o el Dock.',
    install: 'Instalar la app',
  },
}
