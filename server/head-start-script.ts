/**
 * A script for the page's head, by which the session call begins while the library is still on its way.
 */
import { type BrowserWindow, type KernelOptions, resolveOptions } from '../core/options.ts'
import { TAB_ID_KEY } from '../core/shared-names.ts'
import { storagePrefix } from '../core/storage.ts'
import { clientParameters, createUrlBuilder, sessionPath } from '../core/urls.ts'
import { quote } from './inline-script.ts'

/**
 * The script for the page's head. Calls nothing while a cached session is valid, or the service is not to be asked. Make it once for each client: it holds nothing
 * about a reader. The plugin `headStart` takes the response over.
 *
 * @throws {SDKError} `option-invalid`, as the constructor would
 * @example const tag = `<script nonce="${nonce}">${headStartScript({ clientId, sessionDomain, redirectUri, env: PRO })}</script>`
 */
export function headStartScript(options: Omit<KernelOptions, 'window' | 'log'>): string {
  const client = resolveOptions({ ...options, window: { location: {} } as BrowserWindow })
  const parameters = clientParameters(client, client.redirectUri, '-')
  const url = createUrlBuilder(() => {})('session', client.sessionDomain, sessionPath(client), parameters)
  const [address, prefix, tab] = [url.slice(0, -1), storagePrefix(client), TAB_ID_KEY].map(quote)
  return (
    `try{let s=sessionStorage,n=Date.now(),c=new AbortController,k=${tab},` +
    `g=(a,e)=>JSON.parse(a[${prefix}+e]||0),u=${address}+(s[k]=+s[k]||n%99999+1);` +
    'g(s,"session")?.expiresAt>n||g(localStorage,"pause")?.value?.retryAt>n||' +
    '(porticoHead=[u,n,fetch(u,{credentials:"include",signal:c.signal}),c])[2].catch(()=>0)}catch{}'
  )
}
