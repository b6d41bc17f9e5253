/** Real consent-management platforms, for a page: the stub that is there at once, and the API behind it. */
import { TCString } from '@iabtcf/core'
import { bundle } from './own-page.ts'

/**
 * A script with a TCF and a GPP platform. What a reader decides is said by `decide(purposes)`, or
 * `lawDoesNotApply()`; `show(purposes)` is what happens while they are still choosing. `optOutOfSale()` starts the GPP platform, and gives its
 * string.
 */
export function consentPlatform(): Promise<string> {
  return bundle(`
    import { CmpApi as Gpp } from '@iabgpp/cmpapi'
    import { CmpApi as Tcf } from '@iabtcf/cmpapi'
    import { GVL, TCModel, TCString } from '@iabtcf/core'
    import stub from '@iabtcf/stub'

    stub()
    const purposes = Object.fromEntries(
      [1, 2, 3, 4].map((id) => [id, { id, name: '', description: '', illustrations: [] }]),
    )
    const vendors = new GVL({
      gvlSpecificationVersion: 3, vendorListVersion: 1, tcfPolicyVersion: 4,
      lastUpdated: '2026-01-01T00:00:00Z', purposes, specialPurposes: {}, features: {},
      specialFeatures: {}, stacks: {}, dataCategories: {}, vendors: {},
    } as never)
    const encode = (consented: number[]) => {
      const model = new TCModel(vendors)
      model.cmpId = 10
      model.cmpVersion = 1
      model.purposeConsents.set(consented)
      return TCString.encode(model, { segments: ['core'] as never })
    }
    let tcf: Tcf | undefined
    const platform = () => (tcf ??= new Tcf(10, 1, true))
    const usa = {
      optOutOfSale() {
        window.__gpp = () => []
        const gpp = new Gpp(10, 1)
        gpp.setApplicableSections([7])
        gpp.setFieldValue('usnat', 'SaleOptOut', 1)
        gpp.setSignalStatus('ready' as never)
        return gpp.getGppString()
      },
    }
    Object.assign(window, {
      ...usa,
      show: (consented: number[]) => platform().update(encode(consented), true),
      decide: (consented: number[]) => platform().update(encode(consented), false),
      lawDoesNotApply: () => platform().update(null),
    })
  `)
}

/** The purposes that a consent string consents to. */
export function purposesIn(tcString: string | undefined): number[] {
  if (tcString === undefined) return []
  const consents = TCString.decode(tcString).purposeConsents
  return [1, 2, 3].filter((id) => consents.has(id))
}
