/** Findings about where a page is, and what is around it: each is there with its fault, and not without. */
import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/index.ts'
import type { KernelOptions } from '../../core/options.ts'
import { devtools } from '../../devtools/devtools.ts'
import { diagnose } from '../../devtools/diagnose.ts'
import { consents } from '../../plugins/consents/consents.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ADA, optionsFor } from '../support/fixtures.ts'
import { json, openPage, type Page } from '../support/page.ts'

interface Surroundings {
  /** @default https://www.site.example/article */
  readonly url?: string
  readonly options?: Partial<KernelOptions>
  readonly prepare?: (page: Page) => void
}

const agent =
  (userAgent: string) =>
  ({ window }: Page) =>
    Object.defineProperty(window.navigator, 'userAgent', {
      value: `Mozilla/5.0 ${userAgent}`,
      configurable: true,
    })

/** A consent-management platform whose script has come so far. */
const platform =
  (cmpStatus: string) =>
  ({ window }: Page) =>
    Object.assign(window, {
      __tcfapi: (_command: string, _version: number, hear: (data: object, isOk: boolean) => void) =>
        hear({ cmpStatus, cmpLoaded: cmpStatus === 'loaded' }, true),
    })

async function idsOf({ url, options, prepare }: Surroundings = {}): Promise<string[]> {
  const page = openPage(url)
  prepare?.(page)
  page.answer(json(200, ADA))
  const plugins = [fetchTransport({ retries: 0 }), consents(), devtools()]
  return (await diagnose(createIdentity(optionsFor(page, options), plugins))).map(({ id }) => id)
}

const HTTP = 'http://www.site.example/article'

describe('a diagnosis finds', () => {
  it.each<[id: string, wrong: Surroundings, right?: Surroundings]>([
    ['mixed-content', { options: { sessionDomain: 'http://id.site.example' } }],
    ['scheme-mismatch', { url: HTTP }, { url: HTTP, options: { sessionDomain: 'http://id.site.example' } }],
    ['redirect-uri-elsewhere', { options: { redirectUri: 'https://elsewhere.example/callback' } }],
    ['in-app-browser', { prepare: agent('(iPhone) AppleWebKit/605.1.15 Mobile/15E148 Instagram 350.0') }],
    ['consent-platform-late', { prepare: platform('stub') }, { prepare: platform('loaded') }],
    ['consent-state-unusable', { prepare: platform('loaded') }],
  ])('%s', async (id, wrong, right = {}) => {
    expect(await idsOf(wrong)).toContain(id)
    expect(await idsOf(right)).not.toContain(id)
  })
})
