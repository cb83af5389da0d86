/** Where the page keeps its state in the browser, for what else has to find it: the service worker. */
export const DATABASE = 'countersign'
export const STORE = 'root'
export const NOTICE_KINDS_KEY = 'notice-kinds'
export const NOTICE_WORDS_KEY = 'notice-words'
export const LANGUAGE_KEY = 'language'
export const FORMAT_KEY = 'format'
