import type { Words } from '#text/catalogue.ts'
import type { recoverText } from '#text/recover.ts'

export const recover: Words<typeof recoverText> = {
  guardian: {
    title: '¿El titular lo perdió todo?',
    lead: 'Según se nos comunicó, el titular de una billetera que usted protege perdió el autenticador y todos los códigos de respaldo. Con su consentimiento, y el de todos los demás guardianes, se puede configurar un autenticador nuevo.',
    ask: 'Pregunte antes al titular, de viva voz o en persona. Quien lo configure podrá iniciar sesión y pedirle aprobaciones.',
    act: 'Aceptar',
    done: 'Usted aceptó',
    doneLead: 'Todos los que protegen esta billetera han aceptado.',
    waits: 'Aún deben aceptar otros guardianes de esta billetera.',
  },
  owner: {
    title: '¿Detener un autenticador nuevo?',
    lead: 'Alguien nos comunicó que usted perdió su autenticador y todos los códigos de respaldo. Deténgalo si no es verdad: su autenticador queda como está.',
    ask: 'Si de verdad los perdió, no haga nada: el correo dice desde cuándo puede configurar uno nuevo.',
    act: 'Detener',
    done: 'Está detenido',
    doneLead:
      'No cambia nada en su autenticador. Si no pidió nada, asegúrese de que nadie más lea su correo.',
  },
  not: 'Ahora no',
  home: 'Ir a mis billeteras',
}
