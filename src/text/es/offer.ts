import type { Words } from '#text/catalogue.ts'
import type { offerText } from '#text/offer.ts'

export const offer: Words<typeof offerText> = {
  homeScreen: 'Añada primero a la pantalla de inicio',
  homeScreenSteps: [
    'Pulse «Compartir» en la barra del navegador.',
    'Elija «Añadir a la pantalla de inicio».',
    'Abra Countersign desde allí y active las notificaciones.',
  ],
  notifications: 'Activar las notificaciones de escritorio',
  why: 'Entérese de aprobaciones y solicitudes mientras esta página está en segundo plano.',
  enable: 'Activar',
}
