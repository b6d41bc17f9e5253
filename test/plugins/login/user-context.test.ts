import { describe, expect, it, vi } from 'vitest'
import { createIdentity, VERSION } from '../../../core/index.ts'
import { userContext } from '../../../plugins/login/user-context.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { ENV, optionsFor } from '../../support/fixtures.ts'
import { type Answer, broken, json, openPage, openPageWith, text } from '../../support/page.ts'

const KNOWN = { identifier: 'uuid-ada', display_text: 'ada@example.com', client_name: 'Site' }

function ask(...answers: Answer[]) {
  const page = openPageWith(...answers)
  const identity = createIdentity(optionsFor(page), [fetchTransport(), userContext()])
  return { page, data: identity.getUserContextData() }
}

describe('getUserContextData', () => {
  it('asks the global session service, and gives what it says about the user', async () => {
    const { page, data } = ask(json(200, { ...KNOWN, provider_id: 'p', extra: 1 }))
    expect(await data).toEqual({ ...KNOWN, provider_id: 'p' })
    expect(page.requests[0]?.href).toBe(
      `https://global.example/user-context?client_sdrn=sdrn%3Aexample%3Aclient%3Aclient-1&sdk_version=${VERSION}`,
    )
  })

  it('is a line in the log when no answer comes', async () => {
    const page = openPageWith(broken, broken)
    const log = vi.fn()
    const identity = createIdentity(optionsFor(page, { log }), [fetchTransport(), userContext()])
    expect(await identity.getUserContextData()).toBeNull()
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('user-context'))
  })

  it('does without what is not needed', async () => {
    const bare = { identifier: 'i', display_text: 'd' }
    expect(await ask(json(200, bare)).data).toEqual(bare)
  })

  it.each([
    ['nobody is logged in', [text(404, '')]],
    ['there is no identifier', [json(200, { ...KNOWN, identifier: undefined })]],
    ['the identifier is blank', [json(200, { ...KNOWN, identifier: ' ' })]],
    ['the identifier is no text', [json(200, { ...KNOWN, identifier: ['i'] })]],
    ['there is no text to display', [json(200, { ...KNOWN, display_text: '' })]],
    ['the text to display is blank', [json(200, { ...KNOWN, display_text: '\t ' })]],
    ['the text to display is an object', [json(200, { ...KNOWN, display_text: { html: '<b>' } })]],
    ['the answer is no object', [json(200, 'hello')]],
    ['the answer is no JSON', [text(200, '<h1>')]],
    ['the answer is null', [json(200, null)]],
    ['the service refuses', [json(401, { error: { code: 401, type: 'x', description: 'y' } })]],
    ['the service fails', [json(500, { error: 'x' })]],
    ['the service is down', [broken, broken]],
  ])('is null when %s', async (_, answers) => {
    expect(await ask(...answers).data).toBeNull()
  })

  it('is null without a request where the environment has no such service', async () => {
    const page = openPage()
    const env = { ...ENV, globalSessionUrl: undefined }
    const identity = createIdentity(optionsFor(page, { env }), [fetchTransport(), userContext()])
    expect(await identity.getUserContextData()).toBeNull()
    expect(page.requests).toEqual([])
  })

  it('asks again at the second call', async () => {
    const page = openPageWith(text(404, ''), json(200, KNOWN))
    const identity = createIdentity(optionsFor(page), [fetchTransport(), userContext()])
    expect(await identity.getUserContextData()).toBeNull()
    expect(await identity.getUserContextData()).toEqual(KNOWN)
  })
})
