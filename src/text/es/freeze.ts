import type { Words } from '#text/catalogue.ts'
import type { freezeText } from '#text/freeze.ts'

export const freeze: Words<typeof freezeText> = {
  title: '¿Congelar su cuenta?',
  lead: 'Hágalo si no fue usted quien usó un código de respaldo o pidió un autenticador nuevo. Ya no se envía ni se aprueba nada, y lo que aún no está firmado no se envía.',
  freeze: 'Congelar mi cuenta',
  mine: 'Fui yo',
  frozen: 'Su cuenta está congelada',
  lift: 'No se envía ni se aprueba nada. Un código de su autenticador la descongela y cierra todas las sesiones.',
  undo: 'No se envía ni se aprueba nada. Un código de su autenticador anterior la descongela: vuelve a ser el válido, el nuevo deja de funcionar y se cierran todas las sesiones. Lo que envíe y apruebe después espera tanto como tras una restauración.',
  goesOn: (date) =>
    `Alguien comunicó a un operador que usted ya no tiene autenticador. Eso sigue contando a partir de ${date}: su enlace lo detuvo una vez y no volverá a hacerlo. Un código de su autenticador sí lo hace.`,
  without:
    '¿Ya no lo tiene? Un operador puede descongelar la cuenta después de siete días. Escriba al servicio de asistencia.',
  lifted: 'La cuenta ya no está congelada',
  liftedLead:
    'Inicie sesión con su autenticador. Sus códigos de respaldo ya no funcionan: genere otros en «Códigos de respaldo», en el menú de la cuenta.',
  undoneLead:
    'Inicie sesión con su autenticador anterior. Lo que envíe y apruebe espera tanto como tras una restauración. Sus códigos de respaldo ya no funcionan: genere otros en «Códigos de respaldo», en el menú de la cuenta.',
  signIn: 'Iniciar sesión',
}
