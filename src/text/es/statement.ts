import type { Words } from '#text/catalogue.ts'
import type { statementText } from '#text/statement.ts'

export const statement: Words<typeof statementText> = {
  title: 'Extracto',
  print: 'Imprimir o guardar como PDF',
  of: (wallet) => `Extracto de ${wallet}`,
  addresses: 'Direcciones',
  period: 'Periodo',
  beginning: 'el comienzo',
  today: 'hoy',
  between: (from, to) => `${from} – ${to}`,
  made: (when) => `Generado el ${when}. Todos los importes son exactos.`,
  opening: 'Saldo inicial',
  received: 'Recibido',
  sent: 'Enviado',
  fees: 'Comisiones de red',
  closing: 'Saldo final',
  head: { transfer: 'Transferencia', amount: 'Importe', balance: 'Saldo' },
  fee: 'Comisión de red',
  nothing: 'No hubo movimientos en este periodo.',
  none: 'Esta billetera no tuvo nada en este periodo.',
  noPeriod: '«Desde» no puede ser posterior a «Hasta» ni a hoy.',
  counted: 'Los saldos se calculan hacia atrás a partir de lo que la billetera tiene hoy.',
  saved: (when) => `De datos guardados (${when}).`,
  notRead: 'El historial aún no se pudo leer. Lo que sigue puede ser incorrecto.',
  waiting: (count) =>
    count === 1
      ? '1 transacción de este periodo aún no ha movido nada y no se cuenta.'
      : `${count} transacciones de este periodo aún no han movido nada y no se cuentan.`,
  cameIn: (amount) =>
    `El historial está incompleto: entraron ${amount} sin una transacción registrada. Los saldos iniciales los incluyen.`,
  wentOut: (amount) =>
    `El historial está incompleto: salieron ${amount} sin una transacción registrada. Faltan en los saldos iniciales.`,
}
