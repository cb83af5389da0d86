import { type Phrases, type Sayings, sayIn } from '#domain/sayings.ts'

const said: Sayings = {
  Created: 'Erstellt',
  Processing: 'In Bearbeitung',
  'Pending confirmation': 'Bestätigung steht aus',
  'Pending approval': 'Genehmigung steht aus',
  Active: 'Aktiv',
  'Processing amend': 'Wird geändert',
  'Pending amend confirmation': 'Bestätigung der Änderung steht aus',
  'Pending amend approval': 'Genehmigung der Änderung steht aus',
  'Processing removal': 'Wird entfernt',
  'Pending removal confirmation': 'Bestätigung der Entfernung steht aus',
  'Pending removal approval': 'Genehmigung der Entfernung steht aus',
  Canceled: 'Abgebrochen',
  Rejected: 'Abgelehnt',
  Removed: 'Entfernt',
  Failure: 'Fehlgeschlagen',
  Unknown: 'Unbekannt',
  Connected: 'Verbunden',
  Disconnected: 'Getrennt',
  Pending: 'Offen',
  Confirmed: 'Bestätigt',
  Executed: 'Ausgeführt',
  Retired: 'Ausgeschieden',
  Success: 'Erfolgreich',
  Cancelled: 'Abgebrochen',
  Failed: 'Fehlgeschlagen',
  'Sending to blockchain...': 'Wird an die Blockchain gesendet...',
  'Pending approval...': 'Wartet auf Genehmigung...',
  'Cancelling...': 'Wird abgebrochen...',
  'Fee approval {n}/{m}': 'Gebühr genehmigt {n}/{m}',
  'Send Funds': 'Senden',
  'Receive Funds': 'Empfangen',
  'To {who}': 'An {who}',
  'From {who}': 'Von {who}',
  'Received in block {n}': 'Empfangen in Block {n}',
  '1 input': '1 Eingang',
  '{n} inputs': '{n} Eingänge',
  '1 output': '1 Ausgang',
  '{n} outputs': '{n} Ausgänge',
  '1 input, 1 output': '1 Eingang, 1 Ausgang',
  '1 input, {n} outputs': '1 Eingang, {n} Ausgänge',
  '{n} inputs, 1 output': '{n} Eingänge, 1 Ausgang',
  '{n} inputs, {m} outputs': '{n} Eingänge, {m} Ausgänge',
  '{n} out of {m}': '{n} von {m}',
  '{n} Active, {m} Pending': '{n} aktiv, {m} offen',
  '1 byte': '1 Byte',
  '{n} bytes': '{n} Bytes',
  Slow: 'Langsam',
  Medium: 'Mittel',
  Fast: 'Schnell',
  '{n}–{m} sec': '{n}–{m} Sek.',
  '{n}–{m} min': '{n}–{m} Min.',
  '{text} · {sum} waiting': '{text} · {sum} reserviert',
  '{text} today': '{text} heute',
  'tokens of {other}': 'Token von {other}',
  'This is the zero address. Nobody holds its key: what is sent there is lost.':
    'Das ist die Nulladresse. Niemand hat ihren Schlüssel: Was dorthin gesendet wird, ist verloren.',
  'This is a burn address. Nobody holds its key: what is sent there is lost.':
    'Das ist eine Burn-Adresse. Niemand hat ihren Schlüssel: Was dorthin gesendet wird, ist verloren.',
  'This address belongs to the network itself. What is sent there is usually lost.':
    'Diese Adresse gehört dem Netzwerk selbst. Was dorthin gesendet wird, ist meist verloren.',
  'This is the address of the token itself. Tokens sent there are usually lost.':
    'Das ist die Adresse des Tokens selbst. Token, die dorthin gesendet werden, sind meist verloren.',
  'This is an address of the wallet that you send from.':
    'Das ist eine Adresse der Wallet, aus der Sie senden.',
  'The capital letters of this address do not match its checksum. Check it.':
    'Die Großbuchstaben dieser Adresse passen nicht zu ihrer Prüfsumme. Prüfen Sie die Adresse.',
  'This address looks like one that was used before, but it is another one. The known address is':
    'Diese Adresse sieht aus wie eine schon benutzte, ist aber eine andere. Die bekannte Adresse ist',
  'First time to this address': 'Zum ersten Mal an diese Adresse',
  'This address could not be verified. Do not use it.':
    'Diese Adresse konnte nicht geprüft werden. Benutzen Sie sie nicht.',
  'Asset list is empty': 'Die Liste der Assets ist leer',
  'Only digits and one decimal separator.': 'Nur Ziffern und ein Dezimaltrennzeichen.',
  'Calls a contract. What it does is not known.': 'Ruft einen Contract auf. Was er tut, ist nicht bekannt.',
  'What this call does cannot be read. It may let others move assets without your Guardians.':
    'Was dieser Aufruf tut, ist nicht lesbar. Andere könnten danach Assets ohne Ihre Guardians bewegen.',
  'There are more calls inside than can be read. They may move anything.':
    'Darin stecken mehr Aufrufe, als gelesen werden können. Diese könnten alles bewegen.',
  '{who} can then move {phrase} without your Guardians, until revoked.':
    '{who} kann danach ohne Ihre Guardians {phrase} bewegen, bis das widerrufen wird.',
  '{who} can then move {phrase} until revoked.':
    '{who} kann danach {phrase} bewegen, bis das widerrufen wird.',
  'Allow {who} to move {phrase}': '{who} erlauben, {phrase} zu bewegen',
  '{who} cannot move {phrase} any more.': '{who} kann {phrase} nicht mehr bewegen.',
  'Stop {who} from moving {phrase}': '{who} nicht mehr erlauben, {phrase} zu bewegen',
  'Makes {who} the owner of {other}.': 'Macht {who} zum Eigentümer von {other}.',
  'Leaves {other} without an owner for good.': 'Lässt {other} für immer ohne Eigentümer.',
  'Gives {who} rights in {other}.': 'Gibt {who} Rechte in {other}.',
  'Replaces the code of {other} by that of {who}.': 'Ersetzt den Code von {other} durch den von {who}.',
  'Lets {who} act for {other}.': 'Lässt {who} für {other} handeln.',
  'Changes who decides for {other}.': 'Ändert, wer für {other} entscheidet.',
  'Takes rights in {other} from {who}.': 'Nimmt {who} Rechte in {other}.',
  'Moves {phrase} to {who}.': 'Überträgt {phrase} an {who}.',
  'Move {phrase} to {who}': '{phrase} an {who} übertragen',
  'Runs the code of {who} with the rights of {other}.':
    'Führt den Code von {who} mit den Rechten von {other} aus.',
  'Sends {text} to {who}.': 'Sendet {text} an {who}.',
  'Creates a contract. What its code does cannot be read.':
    'Erstellt einen Contract. Was sein Code tut, ist nicht lesbar.',
  'Carries nothing out.': 'Führt nichts aus.',
  '{n} things in one call:': '{n} Vorgänge in einem Aufruf:',
  'And {n} more that are not shown.': 'Und {n} weitere, die nicht gezeigt werden.',
  site: 'Website',
  address: 'Adresse',
  account: 'Konto',
  network: 'Netzwerk',
  times: 'Zeiten',
  version: 'Version',
  nonce: 'Nonce',
  'Its address, {text}, is none.': 'Die genannte Adresse {text} ist keine.',
  'Its address, {text}, is not one of {site}.': 'Die genannte Adresse {text} gehört nicht zu {site}.',
  '{text} is not a time as a sign-in has to give it.':
    '{text} ist keine Zeitangabe, wie eine Anmeldung sie haben muss.',
  'It expired at {text}.': 'Die Anmeldung ist abgelaufen: {text}.',
  'It is not valid before {text}.': 'Die Anmeldung gilt nicht vor {text}.',
  'It is dated in the future: {text}.': 'Die Anmeldung ist auf die Zukunft datiert: {text}.',
  'This signs you in to {site}, but the request comes from an app without an address. Someone may be after your account there.':
    'Damit melden Sie sich bei {site} an, die Anfrage kommt aber von einer App ohne Adresse. Jemand könnte es auf Ihr Konto dort abgesehen haben.',
  'This signs you in to {site}, but the request comes from {text}. Someone may be after your account there.':
    'Damit melden Sie sich bei {site} an, die Anfrage kommt aber von {text}. Jemand könnte es auf Ihr Konto dort abgesehen haben.',
  'The message is for the account {who}, not for the one that signs.':
    'Die Nachricht ist für das Konto {who}, nicht für das, das unterschreibt.',
  'It is for the network {text}, which this connection does not use.':
    'Die Nachricht ist für das Netzwerk {text}, das diese Verbindung nicht benutzt.',
  'Its version is {text}. Only version 1 is known.': 'Die Version ist {text}. Nur Version 1 ist bekannt.',
  'Its nonce is not made of at least 8 letters and digits, so that someone may use it again.':
    'Die Nonce hat nicht mindestens 8 Buchstaben und Ziffern, sodass jemand sie noch einmal benutzen könnte.',
  'This payment link is too long to be one.': 'Dieser Zahlungslink ist zu lang, um einer zu sein.',
  'This payment link holds characters that no payment link may hold.':
    'Dieser Zahlungslink enthält Zeichen, die kein Zahlungslink enthalten darf.',
  'This is no payment link that Countersign can read.':
    'Das ist kein Zahlungslink, den Countersign lesen kann.',
  'This payment link asks for something that Countersign cannot do.':
    'Dieser Zahlungslink verlangt etwas, das Countersign nicht kann.',
  'The amount of this payment link is not a number above zero.':
    'Der Betrag dieses Zahlungslinks ist keine Zahl über null.',
  'This payment link asks for more than {n}, the most that one transfer may move.':
    'Dieser Zahlungslink verlangt mehr als {n}, den Höchstbetrag einer Überweisung.',
  'This payment link names its recipient by a name. Countersign sends to addresses only.':
    'Dieser Zahlungslink nennt den Empfänger bei einem Namen. Countersign sendet nur an Adressen.',
  'This payment link asks for a contract call. Only payments can be opened from a link.':
    'Dieser Zahlungslink verlangt einen Contract-Aufruf. Aus einem Link lassen sich nur Zahlungen öffnen.',
  'The address of this payment link is not a Bitcoin address.':
    'Die Adresse dieses Zahlungslinks ist keine Bitcoin-Adresse.',
  'This payment link names no network, and this wallet has its token on several.':
    'Dieser Zahlungslink nennt kein Netzwerk, und diese Wallet hat den Token auf mehreren.',
  'Filled in from a link. Nothing is sent before you have checked it and pressed Submit.':
    'Aus einem Link ausgefüllt. Es wird nichts gesendet, bevor Sie es geprüft und „Absenden“ gedrückt haben.',
  'The link names no network, so choose the asset yourself.':
    'Der Link nennt kein Netzwerk, wählen Sie das Asset deshalb selbst.',
  'The link names no network, so choose the asset yourself. It asks for {text}.':
    'Der Link nennt kein Netzwerk, wählen Sie das Asset deshalb selbst. Er verlangt {text}.',
  'This wallet has nothing to send on {text}.': 'Diese Wallet hat auf {text} nichts zu senden.',
  'This payment link is for chain {n}, which Countersign does not serve.':
    'Dieser Zahlungslink ist für die Blockchain {n}, die Countersign nicht unterstützt.',
  'This wallet holds no token {who}.': 'Diese Wallet hält keinen Token {who}.',
  'This wallet holds no token {who} on {text}.': 'Diese Wallet hält keinen Token {who} auf {text}.',
  'The first line should be {text}': 'Die erste Zeile sollte {text} sein',
  'Network should be {text}, or empty': 'Network sollte {text} sein oder leer',
  'wants to connect': 'möchte sich verbinden',
  'Click here to confirm or cancel it.': 'Klicken Sie hier, um sie zu bestätigen oder abzulehnen.',
  'New personal sign request': 'Neue Anfrage: Nachricht unterschreiben',
  'New send transaction request': 'Neue Anfrage: Transaktion senden',
  'New transaction approval': 'Neue Transaktion zum Genehmigen',
  'Click here to approve or decline it.': 'Klicken Sie hier, um sie zu genehmigen oder abzulehnen.',
  'Money received': 'Geld empfangen',
  'Approved, sending': 'Genehmigt, wird gesendet',
  'Approved, sent': 'Genehmigt, gesendet',
  'Declined by {text}': 'Abgelehnt von {text}',
  'Higher fee declined by {text}': 'Höhere Gebühr abgelehnt von {text}',
  'Something waits for you.': 'Etwas wartet auf Sie.',
  '{text} · To {who}': '{text} · An {who}',
  '{text} · From {who}': '{text} · Von {who}',
  system: 'System',
  light: 'Hell',
  dark: 'Dunkel',
  'Another browser': 'Anderer Browser',
  'another system': 'anderem System',
  'You were signed out. Sign in again to continue.':
    'Sie wurden abgemeldet. Melden Sie sich wieder an, um weiterzumachen.',
  'This browser does not keep data for this page. It is read again at each visit.':
    'Dieser Browser speichert keine Daten für diese Seite. Sie werden bei jedem Besuch neu gelesen.',
  'What this browser keeps for this page took too long to load. It is read again.':
    'Was dieser Browser für diese Seite speichert, brauchte zu lange zum Laden. Es wird neu gelesen.',
  'What this browser kept for this page was cleared. It is kept again from now on.':
    'Was dieser Browser für diese Seite gespeichert hatte, wurde gelöscht. Ab jetzt wird es wieder gespeichert.',
}

const phrases: Phrases = {
  'all your tokens of {other}': 'alle Ihre Token von {other}',
  'all your {text}': 'alle Ihre {text}',
  'your tokens of {other}': 'Ihre Token von {other}',
  'your {text} #{n}': 'Ihr Stück {text} #{n}',
  'your {text}': 'Ihre {text}',
  'all of {other}': 'alle Token von {other}',
  'all {text}': 'alle {text}',
  'up to all of {other}': 'alle Token von {other}',
  'up to all {text}': 'alle {text}',
  'up to {phrase} more': 'bis zu {phrase} mehr',
  'up to {phrase}': 'bis zu {phrase}',
  '{n} of item #{m} of {text}': '{n} von Stück #{m} von {text}',
  '{n} units of {other}': '{n} Einheiten von {other}',
  '{n} units {text}': '{n} Einheiten {text}',
  '#{n} of {other}': '#{n} von {other}',
  'of {other}': 'Token von {other}',
}

/** What rules say, in German. */
export const sayings = sayIn(said, phrases)
