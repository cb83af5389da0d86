import type { assetText } from '#text/asset.ts'
import type { Words } from '#text/catalogue.ts'

export const asset: Words<typeof assetText> = {
  copyContract: 'Copiar la dirección del contrato',
  one: 'Activo',
  gone: 'Esta billetera ya no tiene nada de este activo.',
  network: 'Red',
  itemLabel: 'Artículo',
  waits: ' en espera de los guardianes.',
  kept: ' en reserva para lo que está en curso y para comisiones.',
  free: ' disponibles para enviar.',
  notActive: 'Enviar y Recibir están desactivados mientras esta billetera no esté activa.',
  last: 'Última actividad',
  all: 'Toda la actividad',
  nothingYet: 'Todavía no se ha enviado ni recibido nada.',

  hide: 'Ocultar este token',
  hideFollows:
    'Desaparece de las listas de activos en este dispositivo. Los totales lo siguen contando. Puede volver a mostrarlo en la configuración.',
  nowHidden: (unit) => `${unit} está oculto. Los totales lo siguen contando.`,
  hidden: 'Tokens ocultos',
  noneHidden: 'No hay tokens ocultos.',
  hiddenCount: (count) => (count === 1 ? '1 token oculto' : `${count} tokens ocultos`),
  hiddenLead: 'No aparecen en las listas de activos de este dispositivo. Los totales los siguen contando.',
  show: 'Mostrar',
  showToken: (unit, network) => `Mostrar ${unit} en ${network}`,
}
