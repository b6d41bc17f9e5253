/**
 * What a combination stands on: a provider, two publishers' session services (the first one as two processes behind a gate), their
 * sites, and a store.
 */
import type { SessionServiceEnvironment } from 'portico-session-service'
import { startPostgres } from '../../../session-service/test/store/postgres-server.mjs'
import { startRedis } from '../../../session-service/test/store/redis-server.ts'
import { newFolder, type RunningCommand, runCommand } from '../../../session-service/test/support/command.ts'
import { type Certificate, makeCertificate } from './certificate.ts'
import { type Gate, openGate } from './gate.ts'
import {
  PAGES,
  type ProviderName,
  type ProviderPages,
  type RunningProvider,
  startProvider,
} from './providers.ts'
import { type Sites, startSites } from './sites.ts'
import { brokenSqlite } from './store-outage.ts'

export type StoreName = 'sqlite' | 'redis' | 'postgres'

export interface Combination {
  readonly provider: ProviderName
  readonly store: StoreName
}

/** A server that can go and come back, with its data. */
interface StoreServer {
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
  close(): Promise<void>
}

/** The publishers' hosts. */
export const HOSTS = {
  news: 'id.news.test',
  www: 'www.news.test',
  sport: 'sport.news.test',
  /** Beside them, and somebody else's. */
  sibling: 'sibling.news.test',
  harbour: 'id.harbour.test',
  ships: 'www.harbour.test',
}

export interface SessionServiceWorld {
  readonly provider: RunningProvider
  readonly pages: ProviderPages
  readonly gate: Gate
  /** The two processes of the first publisher's service. */
  readonly processes: readonly RunningCommand[]
  /** Starts one more in the place of one that was killed. */
  startProcess(): Promise<RunningCommand>
  /** The absolute address of a path on one of the hosts. */
  url(host: keyof typeof HOSTS, path?: string): string
  /** Takes the store of the first publisher away, and gives it back. */
  readonly store: { stop(): Promise<void>; start(): Promise<void> }
  close(): Promise<void>
}

/** Stores that are servers of their own. */
const SERVERS: Partial<Record<StoreName, () => Promise<StoreServer>>> = {
  redis: startRedis,
  postgres: startPostgres,
}

const secretOf = (name: string): string => `a-secret-for-tests-of-${name}-and-no-other`.padEnd(40, '-')

export async function openWorld({
  provider: providerName,
  store: storeName,
}: Combination): Promise<SessionServiceWorld> {
  const certificate: Certificate = await makeCertificate(Object.values(HOSTS))
  const sites: Sites = await startSites(certificate)
  const gates = { news: await openGate(), harbour: await openGate() }
  const server = await SERVERS[storeName]?.()
  const file = `${newFolder()}/sessions.db`

  const url: SessionServiceWorld['url'] = (host, path = '/') => {
    const port = host === 'news' || host === 'harbour' ? gates[host].port : sites.port
    return `https://${HOSTS[host]}:${port}${path}`
  }
  const originOf = (host: keyof typeof HOSTS): string => new URL(url(host)).origin

  const services = [originOf('news'), originOf('harbour')]
  const provider = await startProvider(providerName, services, certificate.cert)
  const siteOf = (clientId: string, host: keyof typeof HOSTS) => ({
    clientId,
    signatureSecret: secretOf(clientId),
    redirectUris: [url(host, '/callback'), url(host, '/popup-done')],
    logoutUris: [url(host)],
  })
  const configOf = (index: number, sites: object[], store: string) => ({
    origin: services[index],
    provider: {
      issuer: provider.issuer,
      ...provider.clients[index],
      // It advertises `select_account`, and refuses it.
      ...(providerName === 'better-auth' && { prompts: ['login', 'none'] }),
    },
    sites,
    store,
    cookieSecret: secretOf('cookies'),
    identitySecret: secretOf('identity'),
    tls: { key: certificate.key, cert: certificate.cert },
  })
  const news = configOf(0, [siteOf('news', 'www'), siteOf('sport', 'sport')], server?.url ?? `sqlite:${file}`)
  const startProcess = (): Promise<RunningCommand> => runCommand(news)
  const processes = [await startProcess(), await startProcess()]
  const harbour = await runCommand(configOf(1, [siteOf('ships', 'ships')], 'sqlite::memory:'))
  gates.news.use(processes.map(({ port }) => port))
  gates.harbour.use([harbour.port])

  const pageOf = (clientId: string, { environment }: RunningCommand) => ({
    clientId,
    sessionDomain: (environment as SessionServiceEnvironment).accountUrl,
    env: environment,
  })
  const [first] = processes as [RunningCommand]
  sites.use({
    [HOSTS.www]: pageOf('news', first),
    [HOSTS.sport]: pageOf('sport', first),
    [HOSTS.ships]: pageOf('ships', harbour),
  })

  return {
    provider,
    pages: PAGES[providerName],
    gate: gates.news,
    processes,
    startProcess,
    url,
    store: server ?? brokenSqlite(file),
    async close() {
      provider.resume()
      await Promise.all([...processes, harbour].map((one) => one.stop('SIGKILL')))
      await provider.stop()
      await server?.close()
      for (const one of [gates.news, gates.harbour, sites]) one.close()
      certificate.remove()
    },
  }
}
