// A consent-management platform as far as a page sees one: __tcfapi and __gpp, told by three buttons. Its strings are
// marked as simulated, and no vendor would take them.

type Listener = (event: object, success: boolean) => void

interface Choice {
  readonly tcString: string
  readonly gppString: string
}

const KEY = 'demo.consents'

const CHOICES: Readonly<Record<string, Choice>> = {
  accept: { tcString: 'SIMULATED-ACCEPTED', gppString: 'SIMULATED-GPP-ACCEPTED' },
  refuse: { tcString: 'SIMULATED-REFUSED', gppString: 'SIMULATED-GPP-REFUSED' },
  withdraw: { tcString: 'SIMULATED-WITHDRAWN', gppString: 'SIMULATED-GPP-WITHDRAWN' },
}

/** Offers consents to the page once somebody has chosen; until then the page has no platform. */
export function simulateConsents(): void {
  const globals = window as unknown as Record<string, unknown>
  const tcf = new Map<number, Listener>()
  const gpp = new Map<number, Listener>()
  let chosen = ''
  let count = 0

  const tcData = (listenerId?: number): object => ({
    ...{ eventStatus: 'useractioncomplete', cmpStatus: 'loaded', gdprApplies: true, listenerId },
    tcString: CHOICES[chosen]?.tcString,
  })
  const gppData = (listenerId?: number): object => ({
    ...{ eventName: 'signalStatus', data: 'ready', listenerId },
    pingData: { signalStatus: 'ready', gppString: CHOICES[chosen]?.gppString, applicableSections: [7] },
  })

  function install(): void {
    globals.__tcfapi = (command: string, _version: number, listener: Listener, id?: number) => {
      if (command === 'ping') listener({ cmpLoaded: true, cmpStatus: 'loaded', gdprApplies: true }, true)
      if (command === 'removeEventListener') tcf.delete(Number(id))
      if (command !== 'addEventListener') return
      tcf.set(++count, listener)
      listener(tcData(count), true)
    }
    globals.__gpp = (command: string, listener: Listener, id?: number) => {
      if (command === 'ping') listener({ cmpStatus: 'loaded', signalStatus: 'ready' }, true)
      if (command === 'removeEventListener') gpp.delete(Number(id))
      if (command !== 'addEventListener') return
      gpp.set(++count, listener)
      listener(gppData(count), true)
    }
  }

  function choose(choice: string): void {
    const isFirst = chosen === ''
    chosen = choice
    try {
      sessionStorage.setItem(KEY, choice)
    } catch {
      // storage is denied: the choice is for this page alone
    }
    if (isFirst) install()
    for (const [id, listener] of tcf) listener(tcData(id), true)
    for (const [id, listener] of gpp) listener(gppData(id), true)
    const state = document.getElementById('consent-state')
    if (state !== null)
      state.textContent = `TCF ${CHOICES[choice]?.tcString}, GPP ${CHOICES[choice]?.gppString}`
  }

  for (const choice of Object.keys(CHOICES))
    document.getElementById(`consent-${choice}`)?.addEventListener('click', () => choose(choice))
  try {
    const earlier = sessionStorage.getItem(KEY) ?? ''
    if (Object.hasOwn(CHOICES, earlier)) choose(earlier)
  } catch {
    // storage is denied: nothing was chosen before
  }
}
