import type { MailWords } from './english.ts'
import type { Approvals, GuardiansMail, Helped, RuleChange } from './said.ts'

/** '02/01/2026, 15:04 UTC'. */
const minute = (iso: string): string =>
  `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}, ${iso.slice(11, 16)} UTC`

const contact = ({ support }: Helped) =>
  support === undefined ? '' : ` Escriba a ${support} si necesita ayuda.`

const FREEZE = 'No he sido yo: congelar mi cuenta'

const freezing = (link: string | undefined) => (link === undefined ? {} : { action: { label: FREEZE, link } })

const waits = (heldUntil: string | undefined, who: string) =>
  heldUntil === undefined ? [] : [`${who} no envía ni aprueba nada antes del ${minute(heldUntil)}.`]

const approvals = ({ consensus, guardians }: Approvals) =>
  `${consensus} de ${guardians} ${guardians === 1 ? 'guardián' : 'guardianes'}`

const sentence = (change: RuleChange): string => {
  switch (change.kind) {
    case 'added':
      return `${change.email} es ahora guardián de esta billetera.`
    case 'removed':
      return `${change.email} ya no es guardián de esta billetera.`
    case 'switched':
      return change.on
        ? 'Se activó la aprobación de guardianes: las transacciones requieren la aprobación de los guardianes.'
        : 'Se desactivó la aprobación de guardianes: las transacciones se procesan sin la aprobación de los guardianes.'
    case 'consensus':
      return `Ahora se requieren las aprobaciones de ${approvals(change.after)}; antes eran ${approvals(change.before)}.`
    default:
      return change satisfies never
  }
}

const changed = ({ changes, lingering }: GuardiansMail): string[] => [
  ...changes.map(sentence),
  ...(lingering
    ? [
        `Empieza el ${minute(lingering.startsAt)}. Hasta entonces ${lingering.consensus === 1 ? 'debe' : 'deben'} aprobar ${lingering.consensus} de ${lingering.confirmed} guardianes.`,
      ]
    : []),
]

export const spanish: MailWords = {
  code: ({ short, code, link, browserLink }) => ({
    subject: `Su código de Countersign #${short}`,
    title: `Escriba el código #${short}`,
    paragraphs: [
      'Use este código para iniciar sesión. Sirve una sola vez, durante 10 minutos.',
      `Escríbalo solo en la página que muestra #${short} y que usted mismo ha abierto.`,
    ],
    code,
    action: { label: 'Continuar', link },
    aside: {
      label: '¿Le dicen que se enviaron demasiados códigos? Abra este enlace en el navegador que quiere usar',
      link: browserLink,
    },
    footer: '¿No ha pedido este código? Ignore este correo: nadie puede iniciar sesión sin él.',
  }),

  wrongCodes: (help) => ({
    subject: 'Códigos incorrectos en su cuenta de Countersign',
    title: 'Alguien ha intentado iniciar sesión',
    paragraphs: [
      'En un día se introdujeron diez códigos incorrectos para su cuenta. Los siguientes intentos se ralentizan. Usted puede seguir iniciando sesión.',
      'Si no ha sido usted, asegúrese de que nadie más lee su correo.',
    ],
    footer: `Nadie inició sesión con estos intentos.${contact(help)}`,
  }),

  signedIn: ({ isNew, isBackup, at, heldUntil, support, freeze }) => {
    const how = [
      ...(isBackup ? ['con un código de respaldo'] : []),
      ...(isNew ? ['desde un navegador que su cuenta no conocía'] : []),
    ].join(' ')
    return {
      subject: isBackup
        ? 'Inicio de sesión con un código de respaldo'
        : 'Inicio de sesión desde un navegador nuevo',
      title: isBackup ? 'Se usó un código de respaldo' : 'Ha iniciado sesión desde un navegador nuevo',
      paragraphs: [
        `Alguien inició sesión en su cuenta de Countersign ${how}, el ${minute(at)}.`,
        ...(isBackup ? ['Ese código de respaldo ya no sirve.', ...waits(heldUntil, 'Esta sesión')] : []),
        freeze === undefined
          ? 'Si no ha sido usted, inicie sesión, elija cerrar la sesión en todos los dispositivos en el menú de la cuenta y asegúrese de que nadie más lee su correo.'
          : 'Si no ha sido usted, congele su cuenta: no se envía ni se aprueba nada hasta que introduzca un código de su autenticador en la misma página, lo que termina todas las sesiones. Asegúrese de que nadie más lee su correo.',
      ],
      ...freezing(freeze),
      footer: `Si ha sido usted, no tiene que hacer nada.${contact({ support })}`,
    }
  },

  authenticator: ({ heldUntil, support, freeze, by }) => ({
    subject: 'Se ha sustituido su autenticador de Countersign',
    title: 'Se ha sustituido su autenticador',
    paragraphs: [
      by === 'operator'
        ? 'Se configuró un autenticador nuevo para su cuenta, siete días después del correo correspondiente. El anterior y todos los códigos de respaldo de antes ya no sirven, y todas las demás sesiones han terminado.'
        : 'Se usó un código de respaldo para configurar un autenticador nuevo en su cuenta. El anterior ya no sirve, y todas las demás sesiones han terminado.',
      ...waits(heldUntil, 'Su cuenta'),
      'Si no ha sido usted, congele su cuenta e introduzca un código de su autenticador anterior en la misma página: allí sirve durante 30 días, recupera su lugar y termina todas las sesiones. Lo que envíe y apruebe esperará entonces tanto como después de este cambio.',
    ],
    ...freezing(freeze),
    footer: `Recibe este correo cada vez que cambia su segundo factor.${contact({ support })}`,
  }),

  frozen: (help) => ({
    subject: 'Su cuenta de Countersign está congelada',
    title: 'Su cuenta está congelada',
    paragraphs: [
      'Se usó el enlace de un correo para congelar su cuenta. Ahora no envía ni aprueba nada, y lo que todavía no estaba firmado no se envía.',
      'Para descongelarla, abra ese enlace otra vez e introduzca un código de su autenticador. Si se sustituyó, es el anterior, y lo que envíe y apruebe esperará entonces tanto como después de una restauración.',
    ],
    footer: `¿Ya no lo tiene? Un operador puede descongelarla después de siete días.${contact(help)}`,
  }),

  recovery: ({ from, freeze, page, isGuarded, support }) => ({
    subject: 'Alguien dice que usted ha perdido su autenticador',
    title: 'Se ha pedido un autenticador nuevo',
    paragraphs: [
      `Alguien nos ha dicho que su autenticador y todos sus códigos de respaldo se han perdido. Después del ${minute(from)}${isGuarded ? ', y cuando todos los guardianes de sus billeteras hayan aceptado,' : ''} se podrá configurar un autenticador nuevo con un código de su correo.`,
      'Si no ha sido usted, deténgalo: congele su cuenta, inicie sesión con su autenticador o abra el otro enlace de este correo donde tenga la sesión iniciada. La congelación lo detiene una vez; si volviera a empezar, lo hace su autenticador o una sesión.',
    ],
    action: { label: FREEZE, link: freeze },
    aside: { label: '¿Tiene la sesión iniciada en otro lugar? Deténgalo allí sin congelar', link: page },
    footer: `Si ha sido usted, no tiene que hacer nada antes de ese día.${contact({ support })}`,
  }),

  recoveryAsked: ({ owner, address, link, support }) => ({
    subject: 'Se pide su consentimiento como guardián',
    title: 'Autenticador perdido',
    paragraphs: [
      `Se dice que ${owner} ha perdido el autenticador y todos los códigos de respaldo. Usted protege la billetera ${address}: solo se configura un autenticador nuevo si usted y todos los demás guardianes aceptan.`,
      'Pregunte primero al titular, de viva voz o en persona, si es verdad. Un correo por sí solo no prueba nada.',
    ],
    action: { label: 'Leer y decidir', link },
    footer: `¿No sabe nada de esto? Entonces no haga nada: sin su consentimiento no cambia nada.${contact({ support })}`,
  }),

  recoveryGranted: ({ until, link, support }) => ({
    subject: 'Configure su autenticador nuevo',
    title: 'Puede configurar un autenticador nuevo',
    paragraphs: [
      `Han pasado los siete días y nadie se ha opuesto. Inicie sesión con un código de su correo antes del ${minute(until)}: entonces configurará un autenticador nuevo y códigos de respaldo nuevos.`,
      'Todas las demás sesiones terminan con ello, y su cuenta no envía ni aprueba nada durante un tiempo.',
    ],
    action: { label: 'Iniciar sesión', link },
    footer: `¿No ha sido usted? Inicie sesión con su autenticador: eso lo detiene.${contact({ support })}`,
  }),

  notice: ({ from, support }) => ({
    subject: 'Su cuenta congelada de Countersign',
    title: 'La cuenta está a punto de descongelarse',
    paragraphs: [
      `Alguien nos ha pedido descongelar su cuenta sin su autenticador. Eso ocurrirá después del ${minute(from)}.`,
      'Si no ha sido usted, abra otra vez el enlace del correo sobre el código de respaldo y pulse el botón: eso lo anula, una vez. Un código de su autenticador en la misma página hace que la cuenta vuelva a ser suya en cualquier momento.',
    ],
    footer: `Si ha sido usted, no tiene que hacer nada.${contact({ support })}`,
  }),

  operatorLifted: (help) => ({
    subject: 'Su cuenta de Countersign ya no está congelada',
    title: 'La cuenta está descongelada',
    paragraphs: [
      'Un operador descongeló su cuenta, siete días después del correo correspondiente. Todas las sesiones han terminado.',
    ],
    footer: `Recibe este correo cada vez que se descongela una cuenta.${contact(help)}`,
  }),

  putBack: (help) => ({
    subject: 'Countersign se restauró de una copia de seguridad',
    title: 'Nuestros registros son de un día anterior',
    paragraphs: [
      'Tuvimos que restaurar Countersign de una copia de seguridad. Lo que está en la blockchain no cambia por ello. Todas las sesiones han terminado, y su cuenta no envía ni aprueba nada durante un tiempo.',
      'Su autenticador funciona como aquel día; ningún código de respaldo de antes sirve ya. Inicie sesión y genere códigos nuevos en «Códigos de respaldo», en el menú de la cuenta.',
      'Si había congelado su cuenta desde entonces, congélela otra vez: el enlace del mismo correo todavía sirve, salvo que ese correo llegara después de la copia.',
    ],
    footer: `Nadie necesita un código ni una respuesta suya por este motivo.${contact(help)}`,
  }),

  release: ({ address, link, support }) => ({
    subject: 'Su consentimiento para una billetera de Countersign',
    title: 'Una billetera está en pausa',
    paragraphs: [
      `No se pudieron restaurar los registros más recientes de la billetera ${address}. Está en pausa por una revisión; no se ha perdido nada en la blockchain.`,
      'Seguirá cuando su titular y, si los tiene, sus guardianes acepten. Se le pregunta como a uno de ellos: inicie sesión primero y luego abra este enlace.',
    ],
    action: { label: 'Leer y aceptar', link },
    footer: `¿No sabe nada de esa billetera? Entonces no haga nada.${contact({ support })}`,
  }),

  lifted: ({ isRestored, support }) => ({
    subject: 'Su cuenta de Countersign vuelve a ser suya',
    title: 'La cuenta está descongelada',
    paragraphs: [
      isRestored
        ? 'Su autenticador anterior recuperó su lugar; el nuevo ya no sirve. Lo que envíe y apruebe esperará tanto como después de una restauración.'
        : 'Un código de su autenticador descongeló la cuenta.',
      'Todas las sesiones han terminado, y ninguno de sus códigos de respaldo sirve. Inicie sesión y genere códigos nuevos en «Códigos de respaldo», en el menú de la cuenta.',
    ],
    footer: `Recibe este correo cada vez que se descongela una cuenta.${contact({ support })}`,
  }),

  waiting: ({ owner, walletName, expiresAt, link }) => ({
    subject: `${owner} le pide su aprobación`,
    title: 'Una transacción le espera',
    paragraphs: [
      `Usted protege la billetera «${walletName}» de ${owner}, y una transacción de ella necesita a sus guardianes.`,
      `Mírela en el Centro de guardianes y apruébela o rechácela antes del ${minute(expiresAt)}.`,
    ],
    action: { label: 'Abrir el Centro de guardianes', link },
    footer: `¿No lo esperaba? Pregunte a ${owner} antes de aprobar. Sin respuesta no se envía nada.`,
  }),

  invite: ({ owner, walletName, expiresAt, link }) => ({
    subject: `${owner} le pide que sea guardián`,
    title: 'Le invitan a ser guardián',
    paragraphs: [
      `${owner} le pide que proteja la billetera «${walletName}».`,
      'Un guardián aprueba o rechaza las transacciones de esa billetera. No puede mover su dinero ni ve nada más de ella.',
      `Inicie sesión con esta dirección de correo y responda en el Centro de guardianes antes del ${minute(expiresAt)}.`,
    ],
    action: { label: 'Abrir el Centro de guardianes', link },
    footer: '¿No conoce al remitente? Ignore este correo: sin su respuesta no ocurre nada.',
  }),

  ownRules: (change) => ({
    subject: `Se cambiaron los guardianes de su billetera ${change.walletName}`,
    title: `Su billetera «${change.walletName}»`,
    paragraphs: changed(change),
    footer:
      '¿No ha sido usted? Cierre enseguida la sesión en todos los dispositivos y avise a sus guardianes.',
  }),

  guardedRules: (change) => ({
    subject: `Se cambiaron los guardianes de la billetera de ${change.owner}`,
    title: `Billetera «${change.walletName}» de ${change.owner}`,
    paragraphs: changed(change),
    footer: `Recibe este correo porque protege esta billetera o la protegía hasta ahora. Pregunte a ${change.owner} si no lo esperaba.`,
  }),
}
