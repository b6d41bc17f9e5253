// One port, many hosts: picks the service by the Host header.

import type { RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { accountApp, isProviderPath } from '../account/account-app.ts'
import { createProvider } from '../account/provider.ts'
import type { EmulatorContext } from '../context.ts'
import { faultLine } from '../control/fault-banner.ts'
import { ACCOUNT_HOST, originOf } from '../hosts.ts'
import { sessionApp } from '../session-service/session-app.ts'
import { siteApp } from '../site/site-app.ts'

type Fetch = Parameters<typeof getRequestListener>[0]

/** The listener for every request of the emulator. */
export async function hostRouter(context: EmulatorContext): Promise<RequestListener> {
  const provider = await createProvider(context)
  const providerListener = provider.callback()
  const account = listen(accountApp(context, provider).fetch as Fetch)
  const listeners = new Map<string, RequestListener>()
  listeners.set(ACCOUNT_HOST, (request, response) => {
    if (context.faults.current.popupsSevered) response.setHeader('cross-origin-opener-policy', 'same-origin')
    return isProviderPath(request.url ?? '/')
      ? providerListener(request, response)
      : account(request, response)
  })
  for (const publisher of context.publishers) {
    listeners.set(publisher.siteHost, listen(siteApp(context, publisher).fetch as Fetch))
    listeners.set(publisher.sessionHost, listen(sessionApp(context, publisher).fetch as Fetch))
  }

  return (request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const listener = listeners.get(host)
    if (listener !== undefined) return listener(request, response)
    const known = [...listeners.keys()].map((name) => originOf(name, context.address))
    unknownHost(response, known, faultLine(context))
  }
}

function listen(fetch: Fetch): RequestListener {
  return getRequestListener(fetch, { overrideGlobalObjects: false })
}

function unknownHost(response: ServerResponse, known: string[], more: string): void {
  response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(
    `The emulator answers to these addresses:\n\n${known.map((url) => `${url}/`).join('\n')}\n${more}`,
  )
}
