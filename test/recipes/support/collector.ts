/** A collector of OpenTelemetry: what a service sends by OTLP, as JSON over HTTP. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Attributes = Record<string, unknown>

/** A span, or an event: those have no parent. */
export interface Told {
  readonly name: string
  readonly traceId: string
  readonly attributes: Attributes
}

export interface Collector {
  readonly address: string
  readonly spans: Told[]
  readonly events: Told[]
  /** All that came, as it came. */
  readonly texts: string[]
  close(): void
}

interface Sent {
  readonly name?: string
  readonly eventName?: string
  readonly traceId: string
  readonly attributes: { key: string; value: Record<string, unknown> }[]
}

const read = ({ name, eventName, traceId, attributes }: Sent): Told => ({
  name: name ?? eventName ?? '',
  traceId,
  attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
})

export async function startCollector(): Promise<Collector> {
  const spans: Told[] = []
  const events: Told[] = []
  const texts: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    texts.push(text)
    const { resourceSpans = [], resourceLogs = [] } = JSON.parse(text)
    for (const { scopeSpans } of resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans.map(read))
    for (const { scopeLogs } of resourceLogs)
      for (const scope of scopeLogs) events.push(...scope.logRecords.map(read))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    events,
    texts,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
