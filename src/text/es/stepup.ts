import type { Words } from '#text/catalogue.ts'
import type { stepUpText } from '#text/stepup.ts'

export const stepUp: Words<typeof stepUpText> = {
  title: 'Confirme que es usted',
  lead: 'Esto requiere un código nuevo de su app de autenticación.',
  backupLead: 'Esto requiere uno de sus códigos de respaldo sin usar. Cada uno sirve una vez.',
  app: 'De su app de autenticación',
  backup: 'Uno de sus códigos de respaldo sin usar',
  checking: 'Comprobando…',
  useBackup: 'Usar un código de respaldo',
  useApp: 'Usar la app de autenticación',

  acts: {
    approvalOff: (wallet) => `Para desactivar la aprobación de guardianes de ${wallet}.`,
    consensus: (wallet) => `Para preguntar a menos guardianes de ${wallet}.`,
    invite: 'Para invitar a un guardián.',
    remove: 'Para quitar a un guardián.',
    codes: 'Para ver sus códigos de respaldo.',
    end: 'Para cerrar la sesión de otro dispositivo.',
    endOthers: 'Para cerrar las demás sesiones.',
    endAll: 'Para cerrar sesión en todos los dispositivos.',
  },
}
