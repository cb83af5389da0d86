import { type Phrases, type Sayings, sayIn } from '#domain/sayings.ts'

const said: Sayings = {
  Created: 'Creada',
  Processing: 'En proceso',
  'Pending confirmation': 'Confirmación pendiente',
  'Pending approval': 'Aprobación pendiente',
  Active: 'Activa',
  'Processing amend': 'Modificándose',
  'Pending amend confirmation': 'Confirmación del cambio pendiente',
  'Pending amend approval': 'Aprobación del cambio pendiente',
  'Processing removal': 'Eliminándose',
  'Pending removal confirmation': 'Confirmación de la eliminación pendiente',
  'Pending removal approval': 'Aprobación de la eliminación pendiente',
  Canceled: 'Cancelada',
  Rejected: 'Rechazada',
  Removed: 'Eliminada',
  Failure: 'Fallida',
  Unknown: 'Desconocida',
  Connected: 'Conectada',
  Disconnected: 'Desconectada',
  Pending: 'Pendiente',
  Confirmed: 'Confirmada',
  Executed: 'Ejecutada',
  Retired: 'Retirada',
  Success: 'Completada',
  Cancelled: 'Cancelada',
  Failed: 'Fallida',
  'Sending to blockchain...': 'Enviando a la blockchain...',
  'Pending approval...': 'Pendiente de aprobación...',
  'Cancelling...': 'Cancelando...',
  'Fee approval {n}/{m}': 'Aprobación de comisión {n}/{m}',
  'Send Funds': 'Envío de fondos',
  'Receive Funds': 'Recepción de fondos',
  'To {who}': 'A {who}',
  'From {who}': 'De {who}',
  'Received in block {n}': 'Recibido en el bloque {n}',
  '1 input': '1 entrada',
  '{n} inputs': '{n} entradas',
  '1 output': '1 salida',
  '{n} outputs': '{n} salidas',
  '1 input, 1 output': '1 entrada, 1 salida',
  '1 input, {n} outputs': '1 entrada, {n} salidas',
  '{n} inputs, 1 output': '{n} entradas, 1 salida',
  '{n} inputs, {m} outputs': '{n} entradas, {m} salidas',
  '{n} out of {m}': '{n} de {m}',
  '{n} Active, {m} Pending': 'Activos: {n}, pendientes: {m}',
  '1 byte': '1 byte',
  '{n} bytes': '{n} bytes',
  Slow: 'Lenta',
  Medium: 'Media',
  Fast: 'Rápida',
  '{n}–{m} sec': '{n}–{m} s',
  '{n}–{m} min': '{n}–{m} min',
  '{text} · {sum} waiting': '{text} · {sum} en espera',
  '{text} today': '{text} hoy',
  'tokens of {other}': 'tokens de {other}',
  'This is the zero address. Nobody holds its key: what is sent there is lost.':
    'Es la dirección cero. Nadie tiene su clave: lo que se envía allí se pierde.',
  'This is a burn address. Nobody holds its key: what is sent there is lost.':
    'Es una dirección de quema. Nadie tiene su clave: lo que se envía allí se pierde.',
  'This address belongs to the network itself. What is sent there is usually lost.':
    'Esta dirección pertenece a la propia red. Lo que se envía allí suele perderse.',
  'This is the address of the token itself. Tokens sent there are usually lost.':
    'Es la dirección del propio token. Los tokens que se envían allí suelen perderse.',
  'This is an address of the wallet that you send from.':
    'Es una dirección de la billetera desde la que envía.',
  'The capital letters of this address do not match its checksum. Check it.':
    'Las mayúsculas de esta dirección no coinciden con su suma de comprobación. Revísela.',
  'This address looks like one that was used before, but it is another one. The known address is':
    'Esta dirección se parece a una que ya se usó, pero es otra. La dirección conocida es',
  'First time to this address': 'Primer envío a esta dirección',
  'This address could not be verified. Do not use it.': 'No se pudo verificar esta dirección. No la use.',
  'Asset list is empty': 'La lista de activos está vacía',
  'Only digits and one decimal separator.': 'Solo dígitos y un separador decimal.',
  'Calls a contract. What it does is not known.': 'Llama a un contrato. No se sabe qué hace.',
  'What this call does cannot be read. It may let others move assets without your Guardians.':
    'No se puede leer qué hace esta llamada. Quizá permita a otros mover activos sin sus guardianes.',
  'There are more calls inside than can be read. They may move anything.':
    'Contiene más llamadas de las que se pueden leer. Podrían mover cualquier cosa.',
  '{who} can then move {phrase} without your Guardians, until revoked.':
    '{who} podrá mover sin sus guardianes {phrase}, mientras no se revoque.',
  '{who} can then move {phrase} until revoked.': '{who} podrá mover {phrase}, mientras no se revoque.',
  'Allow {who} to move {phrase}': 'Permitir que {who} mueva {phrase}',
  '{who} cannot move {phrase} any more.': '{who} ya no puede mover {phrase}.',
  'Stop {who} from moving {phrase}': 'Impedir que {who} mueva {phrase}',
  'Makes {who} the owner of {other}.': 'Convierte a {who} en propietario de {other}.',
  'Leaves {other} without an owner for good.': 'Deja {other} sin propietario para siempre.',
  'Gives {who} rights in {other}.': 'Da derechos en {other} a {who}.',
  'Replaces the code of {other} by that of {who}.': 'Sustituye el código de {other} por el de {who}.',
  'Lets {who} act for {other}.': 'Permite que {who} actúe en nombre de {other}.',
  'Changes who decides for {other}.': 'Cambia quién decide por {other}.',
  'Takes rights in {other} from {who}.': 'Quita derechos en {other} a {who}.',
  'Moves {phrase} to {who}.': 'Transfiere {phrase} a {who}.',
  'Move {phrase} to {who}': 'Transferir {phrase} a {who}',
  'Runs the code of {who} with the rights of {other}.':
    'Ejecuta el código de {who} con los derechos de {other}.',
  'Sends {text} to {who}.': 'Envía {text} a {who}.',
  'Creates a contract. What its code does cannot be read.':
    'Crea un contrato. No se puede leer qué hace su código.',
  'Carries nothing out.': 'No ejecuta nada.',
  '{n} things in one call:': '{n} operaciones en una llamada:',
  'And {n} more that are not shown.': 'Y {n} más que no se muestran.',
  site: 'sitio',
  address: 'dirección',
  account: 'cuenta',
  network: 'red',
  times: 'fechas',
  version: 'versión',
  nonce: 'nonce',
  'Its address, {text}, is none.': 'Su dirección, {text}, no es válida.',
  'Its address, {text}, is not one of {site}.': 'Su dirección, {text}, no es de {site}.',
  '{text} is not a time as a sign-in has to give it.':
    '{text} no es una fecha como la que debe dar un inicio de sesión.',
  'It expired at {text}.': 'Caducó: {text}.',
  'It is not valid before {text}.': 'No es válido antes de {text}.',
  'It is dated in the future: {text}.': 'Tiene una fecha futura: {text}.',
  'This signs you in to {site}, but the request comes from an app without an address. Someone may be after your account there.':
    'Con esto inicia sesión en {site}, pero la solicitud viene de una app sin dirección. Alguien podría querer acceder a su cuenta allí.',
  'This signs you in to {site}, but the request comes from {text}. Someone may be after your account there.':
    'Con esto inicia sesión en {site}, pero la solicitud viene de {text}. Alguien podría querer acceder a su cuenta allí.',
  'The message is for the account {who}, not for the one that signs.':
    'El mensaje es para la cuenta {who}, no para la que firma.',
  'It is for the network {text}, which this connection does not use.':
    'Es para la red {text}, que esta conexión no usa.',
  'Its version is {text}. Only version 1 is known.': 'Su versión es {text}. Solo se conoce la versión 1.',
  'Its nonce is not made of at least 8 letters and digits, so that someone may use it again.':
    'Su nonce no tiene al menos 8 letras y dígitos, por lo que alguien podría volver a usarlo.',
  'This payment link is too long to be one.': 'Este enlace de pago es demasiado largo para serlo.',
  'This payment link holds characters that no payment link may hold.':
    'Este enlace de pago contiene caracteres que ningún enlace de pago puede contener.',
  'This is no payment link that Countersign can read.': 'No es un enlace de pago que Countersign pueda leer.',
  'This payment link asks for something that Countersign cannot do.':
    'Este enlace de pago pide algo que Countersign no puede hacer.',
  'The amount of this payment link is not a number above zero.':
    'El importe de este enlace de pago no es un número mayor que cero.',
  'This payment link asks for more than {n}, the most that one transfer may move.':
    'Este enlace de pago pide más de {n}, lo máximo que puede mover una transferencia.',
  'This payment link names its recipient by a name. Countersign sends to addresses only.':
    'Este enlace de pago indica el destinatario por un nombre. Countersign solo envía a direcciones.',
  'This payment link asks for a contract call. Only payments can be opened from a link.':
    'Este enlace de pago pide llamar a un contrato. Desde un enlace solo se pueden abrir pagos.',
  'The address of this payment link is not a Bitcoin address.':
    'La dirección de este enlace de pago no es una dirección de Bitcoin.',
  'This payment link names no network, and this wallet has its token on several.':
    'Este enlace de pago no indica ninguna red, y esta billetera tiene su token en varias.',
  'Filled in from a link. Nothing is sent before you have checked it and pressed Submit.':
    'Rellenado desde un enlace. No se envía nada antes de que lo compruebe y pulse «Enviar».',
  'The link names no network, so choose the asset yourself.':
    'El enlace no indica ninguna red, elija usted el activo.',
  'The link names no network, so choose the asset yourself. It asks for {text}.':
    'El enlace no indica ninguna red, elija usted el activo. Pide {text}.',
  'This wallet has nothing to send on {text}.': 'Esta billetera no tiene nada que enviar en {text}.',
  'This payment link is for chain {n}, which Countersign does not serve.':
    'Este enlace de pago es para la blockchain {n}, que Countersign no admite.',
  'This wallet holds no token {who}.': 'Esta billetera no tiene ningún token {who}.',
  'This wallet holds no token {who} on {text}.': 'Esta billetera no tiene ningún token {who} en {text}.',
  'The first line should be {text}': 'La primera línea debe ser {text}',
  'Network should be {text}, or empty': 'Network debe ser {text}, o quedar vacía',
  'wants to connect': 'quiere conectarse',
  'Click here to confirm or cancel it.': 'Haga clic aquí para confirmarla o rechazarla.',
  'New personal sign request': 'Nueva solicitud: firma de mensaje',
  'New send transaction request': 'Nueva solicitud: envío de transacción',
  'New transaction approval': 'Nueva transacción por aprobar',
  'Click here to approve or decline it.': 'Haga clic aquí para aprobarla o rechazarla.',
  'Money received': 'Dinero recibido',
  'Approved, sending': 'Aprobada, enviando',
  'Approved, sent': 'Aprobada, enviada',
  'Declined by {text}': 'Rechazada por {text}',
  'Higher fee declined by {text}': 'Comisión más alta rechazada por {text}',
  'Something waits for you.': 'Algo le espera.',
  '{text} · To {who}': '{text} · A {who}',
  '{text} · From {who}': '{text} · De {who}',
  system: 'Sistema',
  light: 'Claro',
  dark: 'Oscuro',
  'Another browser': 'Otro navegador',
  'another system': 'otro sistema',
  'You were signed out. Sign in again to continue.':
    'Se cerró su sesión. Inicie sesión de nuevo para continuar.',
  'This browser does not keep data for this page. It is read again at each visit.':
    'Este navegador no guarda datos de esta página. Se leen de nuevo en cada visita.',
  'What this browser keeps for this page took too long to load. It is read again.':
    'Lo que este navegador guarda de esta página tardó demasiado en cargarse. Se lee de nuevo.',
  'What this browser kept for this page was cleared. It is kept again from now on.':
    'Se borró lo que este navegador guardaba de esta página. Desde ahora se guarda otra vez.',
}

const phrases: Phrases = {
  'all your tokens of {other}': 'todos sus tokens de {other}',
  'all your {text}': 'todos sus {text}',
  'your tokens of {other}': 'sus tokens de {other}',
  'your {text} #{n}': 'su {text} #{n}',
  'your {text}': 'sus {text}',
  'all of {other}': 'todos los tokens de {other}',
  'all {text}': 'todos los {text}',
  'up to all of {other}': 'todos los tokens de {other}',
  'up to all {text}': 'todos los {text}',
  'up to {phrase} more': 'hasta {phrase} más',
  'up to {phrase}': 'hasta {phrase}',
  '{n} of item #{m} of {text}': '{n} del artículo n.º {m} de {text}',
  '{n} units of {other}': '{n} unidades de {other}',
  '{n} units {text}': '{n} unidades de {text}',
  '#{n} of {other}': '#{n} de {other}',
  'of {other}': 'tokens de {other}',
}

/** What rules say, in Spanish. */
export const sayings = sayIn(said, phrases)
