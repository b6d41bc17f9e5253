/** Runs the head snippet on a page of a unit test. */
import { createContext, runInContext } from 'node:vm'
import type { KernelOptions } from '../../core/options.ts'
import { preloadScript } from '../../server/preload-script.ts'
import { ENV } from './fixtures.ts'
import type { Page } from './page.ts'

/** The values of the identities that `optionsFor` describes. */
export const CLIENT: Omit<KernelOptions, 'window' | 'log'> = {
  clientId: 'client-1',
  sessionDomain: 'https://id.site.example',
  redirectUri: 'https://www.site.example/callback',
  env: ENV,
}

/** Runs the script as the browser would, in the page's head. */
export function runHead(page: Page, options: typeof CLIENT = CLIENT): void {
  const { sessionStorage, localStorage, document, location, fetch } = page.window
  // A storage of Node's own realm, whose entries are properties, as those of a browser's are.
  const context = createContext({
    fetch,
    sessionStorage,
    localStorage,
    document,
    location,
    AbortController,
    Date,
    Math,
    JSON,
  })
  runInContext(preloadScript(options), context)
  Object.assign(page.window, context.porticoHead && { porticoHead: context.porticoHead })
}
