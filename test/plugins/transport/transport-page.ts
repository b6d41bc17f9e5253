/** A page whose services are asked by a transport alone, and answers that misbehave. */
import { createIdentity } from '../../../core/kernel/create-identity.ts'
import type { AnyPlugin, IdentityCore, Plugin, Transport } from '../../../core/kernel/plugin.ts'
import type { TransportOptions } from '../../../plugins/transport/attempts.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ofetchTransport } from '../../../plugins/transport/ofetch-transport.ts'
import { optionsFor } from '../../support/fixtures.ts'
import { type Answer, openPageWith, type Page } from '../../support/page.ts'

/** Both, by name. */
export const TRANSPORTS: [name: string, factory: (options?: TransportOptions) => Plugin][] = [
  ['fetchTransport', fetchTransport],
  ['ofetchTransport', ofetchTransport],
]

export const ASKED = 'https://id.site.example/v2/session?a=1'

/** The most that is read of an answer. */
export const LIMIT = 262_144

export interface TransportPage {
  page: Page
  identity: IdentityCore
  ask: Transport
}

/** Composes a transport, whose requests are answered so. The page's timers are those of the test. */
export function openTransportPage(transport: AnyPlugin, ...answers: Answer[]): TransportPage {
  const page = openPageWith(...answers)
  Object.assign(page.window, { setTimeout, clearTimeout })
  let ask: Transport | undefined
  const asking: AnyPlugin = {
    name: 'asking',
    setup: (kernel) => void (ask = (url, begun) => kernel.transport(url, begun)),
  }
  const identity = createIdentity(optionsFor(page), [asking, transport])
  return { page, identity, ask: ask as unknown as Transport }
}

/** Headers come, the body never ends. */
export const stalling: Answer = (_url, signal) =>
  new Response(
    new ReadableStream({
      start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
    }),
  )

/** Headers come, then the connection breaks. */
export const cutOff: Answer = () =>
  new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('reset')) }))

/** Never answers, and never hears of an end, as behind a script that wraps the page's fetch. */
export const deaf: Answer = () => new Promise(() => {})

/** A body in chunks of so many bytes. */
export function chunked(text: string, size: number): Answer {
  const bytes = new TextEncoder().encode(text)
  return () =>
    new Response(
      new ReadableStream({
        start(stream) {
          for (let at = 0; at < bytes.length; at += size) stream.enqueue(bytes.slice(at, at + size))
          stream.close()
        },
      }),
    )
}
