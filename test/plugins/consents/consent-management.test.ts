// @vitest-environment happy-dom
import { CmpApi as GppApi } from '@iabgpp/cmpapi'
import { CmpApi as TcfApi } from '@iabtcf/cmpapi'
import { GVL, TCModel, TCString } from '@iabtcf/core'
import stub from '@iabtcf/stub'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type BrowserWindow, createIdentity } from '../../../core/index.ts'
import { consentManagement } from '../../../plugins/consents/consent-management.ts'
import { consents } from '../../../plugins/consents/consents.ts'
import { login } from '../../../plugins/login/login.ts'
import { ENV } from '../../support/fixtures.ts'

type Globals = { __tcfapi?: unknown; __gpp?: unknown }
const page = window as unknown as BrowserWindow & Globals

const identities: { dispose(): void }[] = []

/** An identity on the page of the test, and the consents that its next login URL carries. */
function start() {
  const options = { clientId: 'c', sessionDomain: 'https://id.a.b', redirectUri: 'https://a.b', env: ENV }
  const log = vi.fn()
  const identity = createIdentity({ ...options, window: page, log }, [
    login(),
    consents(),
    consentManagement(),
  ])
  identities.push(identity)
  return {
    identity,
    log,
    read: () => {
      const query = [...new URL(identity.loginUrl({ state: 's' })).searchParams]
      return Object.fromEntries(query.slice(query.findIndex(([name]) => name === 'prompt') + 1))
    },
  }
}

/** The least of a vendor list that strings can be made with. */
const VENDORS = new GVL({
  gvlSpecificationVersion: 3,
  vendorListVersion: 1,
  tcfPolicyVersion: 4,
  lastUpdated: '2026-01-01T00:00:00Z',
  purposes: Object.fromEntries(
    [1, 2, 3].map((id) => [id, { id, name: '', description: '', illustrations: [] }]),
  ),
  specialPurposes: {},
  features: {},
  specialFeatures: {},
  stacks: {},
  dataCategories: {},
  vendors: {},
} as never)

/** A consent string as a platform would make it. */
function tcString(purposes: number[]): string {
  const model = new TCModel(VENDORS)
  model.cmpId = 10
  model.cmpVersion = 1
  model.purposeConsents.set(purposes)
  return TCString.encode(model, { segments: ['core'] as never })
}

/** A platform by hand, for what the real one never does. */
function scripted(name: '__tcfapi' | '__gpp') {
  const callbacks: ((event: unknown, success?: boolean) => void)[] = []
  const removed: unknown[] = []
  page[name] = (command: string, ...args: unknown[]) => {
    const at = args.findIndex((arg) => typeof arg === 'function')
    if (command === 'addEventListener') callbacks.push(args[at] as never)
    if (command === 'removeEventListener') removed.push(args[at + 1])
  }
  return {
    callbacks,
    removed,
    say: (event: unknown, success?: boolean) => {
      for (const callback of callbacks) callback(event, success)
    },
  }
}

/** Listens in on what the platform tells those who listen to it. */
function overhear(name: '__tcfapi' | '__gpp') {
  const platform = page[name] as (...args: unknown[]) => void
  const heard = vi.fn()
  page[name] = (command: string, ...args: unknown[]) =>
    platform(
      command,
      ...args.map((arg) =>
        typeof arg === 'function' && command === 'addEventListener'
          ? (...told: unknown[]) => {
              heard(...told)
              arg(...told)
            }
          : arg,
      ),
    )
  return heard
}

afterEach(() => {
  for (const identity of identities.splice(0)) identity.dispose()
  delete page.__tcfapi
  delete page.__gpp
})

describe('a real TCF platform', () => {
  it('is followed from its stub to the decision, and through a change of mind', () => {
    // It marks its place by a frame, which happy-dom cannot load.
    vi.spyOn(document.body, 'appendChild').mockReturnValueOnce(document.body)
    stub()
    const { read, identity } = start()
    expect(read()).toEqual({})
    const platform = new TcfApi(10, 1, true)
    expect(read()).toEqual({})
    const [before, after] = [tcString([1]), tcString([1, 2, 3])]
    platform.update(before, true)
    expect(read()).toEqual({})
    platform.update(before, false)
    expect(read()).toEqual({ gdpr: '1', gdpr_consent: before })
    platform.update(after, true)
    expect(read()).toEqual({ gdpr: '1', gdpr_consent: before })
    platform.update(after, false)
    expect(read()).toEqual({ gdpr: '1', gdpr_consent: after })
    platform.update(null)
    expect(read()).toEqual({ gdpr: '0' })
    identity.dispose()
  })

  it('that arrives after the library is found, by the load of the page or the next login URL', () => {
    const { read } = start()
    expect(read()).toEqual({})
    new TcfApi(10, 1, true).update(tcString([1]), false)
    expect(read()).toEqual({ gdpr: '1', gdpr_consent: tcString([1]) })
  })

  it('says nothing to us any more after dispose', () => {
    const platform = new TcfApi(10, 1, true)
    platform.update(tcString([1]), false)
    const heard = overhear('__tcfapi')
    const { identity } = start()
    expect(heard).toHaveBeenCalledOnce()
    identity.dispose()
    platform.update(tcString([1, 2, 3]), false)
    expect(heard).toHaveBeenCalledOnce()
  })
})

describe('a real GPP platform', () => {
  it('is followed once its signal is ready', () => {
    // What a stub holds for the platform: nothing yet.
    page.__gpp = () => []
    const platform = new GppApi(10, 1)
    platform.setApplicableSections([7, 8])
    const { read } = start()
    expect(read()).toEqual({})
    platform.setFieldValue('usnat', 'SaleOptOut', 1)
    platform.setSignalStatus('ready' as never)
    const gpp = platform.getGppString()
    expect(gpp.length).toBeGreaterThan(5)
    expect(read()).toEqual({ gpp, gpp_sid: '7,8' })
    platform.setSignalStatus('not ready' as never)
    expect(read()).toEqual({ gpp, gpp_sid: '7,8' })
  })

  it('says nothing to us any more after dispose', () => {
    page.__gpp = () => []
    const platform = new GppApi(10, 1)
    const heard = overhear('__gpp')
    const { identity } = start()
    identity.dispose()
    heard.mockClear()
    platform.setSignalStatus('ready' as never)
    expect(heard).not.toHaveBeenCalled()
  })
})

describe('a platform', () => {
  it('found by the load of the page is listened to from then on', () => {
    const { read } = start()
    const platform = scripted('__tcfapi')
    page.dispatchEvent(new Event('load'))
    expect(platform.callbacks).toHaveLength(1)
    platform.say({ eventStatus: 'tcloaded', gdprApplies: false, tcString: '', listenerId: 4 }, true)
    expect(read()).toEqual({ gdpr: '0' })
    expect(platform.callbacks).toHaveLength(1)
  })

  it('of both kinds is forwarded under the four standard names, unmodified', () => {
    const [tcf, gpp] = [scripted('__tcfapi'), scripted('__gpp')]
    const { read } = start()
    tcf.say({ eventStatus: 'useractioncomplete', gdprApplies: true, tcString: 'CPx-y_z.IAB~1' }, true)
    gpp.say({ pingData: { signalStatus: 'ready', gppString: 'DBAA~BVQ', applicableSections: [-1] } }, true)
    expect(read()).toEqual({ gdpr: '1', gdpr_consent: 'CPx-y_z.IAB~1', gpp: 'DBAA~BVQ', gpp_sid: '-1' })
  })

  it.each([
    ['while the user decides', { eventStatus: 'cmpuishown', gdprApplies: true, tcString: 'C' }],
    // As far as the standard goes, there are none of these names.
    [
      'that has only a part of a known name',
      { eventStatus: 'not tcloaded', gdprApplies: true, tcString: 'C' },
    ],
    ['that begins as a known one', { eventStatus: 'tcloadedlater', gdprApplies: true, tcString: 'C' }],
    ['without status', { gdprApplies: true, tcString: 'C' }],
  ])('is not trusted with an event %s', (_, event) => {
    const platform = scripted('__tcfapi')
    const { read } = start()
    platform.say(event, true)
    expect(read()).toEqual({})
  })

  it.each(['__tcfapi', '__gpp'] as const)('may refuse the call: %s then says null, and false', (name) => {
    const platform = scripted(name)
    const { read } = start()
    // What is thrown here would be thrown into the platform's own code.
    expect(() => platform.say(null, false)).not.toThrow()
    expect(read()).toEqual({})
  })

  it.each([{}, { pingData: undefined }, { pingData: { signalStatus: 'not ready', gppString: 'D' } }])(
    'is not trusted with the GPP event %j',
    (event) => {
      const platform = scripted('__gpp')
      const { read } = start()
      platform.say(event)
      expect(read()).toEqual({})
    },
  )

  it.each(['7', 7, {}])(
    'may name GPP sections that are no list, which are left out: %j',
    (applicableSections) => {
      const platform = scripted('__gpp')
      const { read } = start()
      const event = { pingData: { signalStatus: 'ready', gppString: 'D', applicableSections } }
      // As above.
      expect(() => platform.say(event)).not.toThrow()
      expect(read()).toEqual({ gpp: 'D' })
    },
  )

  it('that has no string yet tells only whether the law applies', () => {
    const platform = scripted('__tcfapi')
    const { read } = start()
    platform.say({ eventStatus: 'tcloaded', gdprApplies: true, tcString: '' }, true)
    expect(read()).toEqual({ gdpr: '1' })
  })

  it('may leave open whether the law applies, and which sections do', () => {
    const [tcf, gpp] = [scripted('__tcfapi'), scripted('__gpp')]
    const { read } = start()
    tcf.say({ eventStatus: 'tcloaded', tcString: 'C' }, true)
    gpp.say({ pingData: { signalStatus: 'ready', gppString: 'D' } })
    expect(read()).toEqual({ gdpr_consent: 'C', gpp: 'D' })
  })

  it.each([null, undefined])('that says %s to whether the law applies says nothing of it', (gdprApplies) => {
    const platform = scripted('__tcfapi')
    const { read } = start()
    platform.say({ eventStatus: 'tcloaded', gdprApplies, tcString: 'C' }, true)
    expect(read()).toEqual({ gdpr_consent: 'C' })
  })

  it('that throws is survived, and noted', () => {
    page.__tcfapi = () => {
      throw new Error('boom')
    }
    const { read, log } = start()
    expect(read()).toEqual({})
    expect(log).toHaveBeenCalledExactlyOnceWith('portico: __tcfapi threw')
  })

  it('behind a stub that it does not replay is asked again', () => {
    const stubbed = scripted('__tcfapi')
    const { read, identity } = start()
    const real = scripted('__tcfapi')
    expect(read()).toEqual({})
    real.say({ eventStatus: 'tcloaded', gdprApplies: true, tcString: 'C', listenerId: 9 }, true)
    expect(read()).toEqual({ gdpr: '1', gdpr_consent: 'C' })
    identity.dispose()
    expect(real.removed).toContain(9)
    // Nobody answers behind it any more.
    expect(stubbed.removed).toEqual([])
  })

  it('that replays what its stub was told is left by the name it gave the listener', () => {
    const stubbed = scripted('__tcfapi')
    const { read, identity } = start()
    const real = scripted('__tcfapi')
    stubbed.say({ eventStatus: 'tcloaded', gdprApplies: true, tcString: 'C', listenerId: 3 }, true)
    expect(read()).toEqual({ gdpr: '1', gdpr_consent: 'C' })
    identity.dispose()
    expect(real.removed).toContain(3)
  })

  it('that is gone by the time of dispose is no trouble', () => {
    const platform = scripted('__tcfapi')
    const { identity } = start()
    platform.say({ eventStatus: 'tcloaded', listenerId: 1 }, true)
    delete page.__tcfapi
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    identity.dispose()
    vi.unstubAllGlobals()
    expect(reported).not.toHaveBeenCalled()
  })
})
