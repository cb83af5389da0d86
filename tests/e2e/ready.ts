import { findBrowser } from './browser.ts'
import { ensureBus } from './bus.ts'

/** Sees to what the browser tests need of this machine: where it has to be fetched, other tests run meanwhile. */
findBrowser()
ensureBus()
