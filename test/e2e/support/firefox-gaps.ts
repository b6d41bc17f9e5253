/**
 * Stands between the driver and Firefox, where they speak of the same thing in different ways: the colour scheme, a page
 * that comes out of the back/forward cache, and gestures, which are to be the reader's alone.
 */
import type { Browser } from 'playwright-core'

interface Message {
  id?: number
  type?: string
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
}

interface Transport {
  send(message: Message): void
  onmessage(message: Message): void
}

/** The driver's other side of a browser, as it is in the version that package.json pins. */
interface Inside {
  _connection: { toImpl(browser: Browser): { _connection: { _transport: Transport } } }
}

/** A navigation that has started. */
interface Navigation {
  context: string
  navigation: string
}

// The driver counts its commands from 1.
const FIRST_OWN_ID = 2 ** 40

const SCHEMES = ['dark', 'light']
const SCHEME = 'layout.css.prefers-color-scheme.content-override'

/** Makes up for what is missing, for as long as the browser runs. */
export function fillGaps(browser: Browser): void {
  const { _transport: transport } = (browser as unknown as Inside)._connection.toImpl(browser)._connection
  const send = transport.send.bind(transport)
  const receive = transport.onmessage.bind(transport)
  const answers = new Map<number, (result: Record<string, unknown>) => void>()
  const started = new Map<unknown, Navigation>()
  let id = FIRST_OWN_ID

  const ask = (method: string, params: Record<string, unknown>) =>
    new Promise<Record<string, unknown>>((resolve) => {
      id += 1
      answers.set(id, resolve)
      send({ id, method, params })
    })

  // Firefox does not know the driver's command, but has a preference, which it takes in its own windows alone.
  async function setScheme(scheme = 'light'): Promise<void> {
    const tree = await ask('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 })
    const [{ context } = {}] = tree.contexts as { context?: string }[]
    const expression = `Services.prefs.setIntPref('${SCHEME}', ${SCHEMES.indexOf(scheme)})`
    await ask('script.evaluate', { expression, target: { context }, awaitPromise: false })
  }

  // Firefox tells that it starts to restore a page, and never that it has: there was no request, and the page is there,
  // complete. The address that it started with may be one that has led there by a redirect.
  async function restored(navigation: Navigation): Promise<void> {
    const { context } = navigation
    const expression = `document.readyState === 'complete' && location.href`
    const { result } = await ask('script.evaluate', { expression, target: { context }, awaitPromise: false })
    const { value: url } = (result ?? {}) as { value?: unknown }
    if (typeof url !== 'string' || !url.startsWith('http') || started.get(context) !== navigation) return
    started.delete(context)
    for (const moment of ['navigationCommitted', 'domContentLoaded', 'load']) {
      receive({ type: 'event', method: `browsingContext.${moment}`, params: { ...navigation, url } })
    }
  }

  function follow({ method, params = {} }: Message): void {
    const navigation = started.get(params.context)
    if (method === 'browsingContext.navigationStarted') {
      started.set(params.context, params as unknown as Navigation)
    } else if (method === 'network.beforeRequestSent' || method === 'browsingContext.navigationCommitted') {
      if (navigation?.navigation === params.navigation) started.delete(params.context)
    } else if (method === 'script.realmCreated' && params.sandbox === undefined && navigation) {
      void restored(navigation)
    }
  }

  transport.send = (message) => {
    // A gesture of the driver's own with every look at a page would open the popups that the blocker is there for.
    if (message.params?.userActivation) message.params.userActivation = false
    if (message.method !== 'emulation.setMediaFeaturesOverride') return send(message)
    const { features } = message.params as { features: Record<string, string | undefined> }
    void setScheme(features['prefers-color-scheme']).then(() =>
      receive({ type: 'success', id: message.id ?? 0, result: {} }),
    )
  }

  transport.onmessage = (message) => {
    const answer = answers.get(message.id ?? 0)
    if (answer === undefined) {
      receive(message)
      follow(message)
      return
    }
    answers.delete(message.id ?? 0)
    answer(message.result ?? {})
  }
}
