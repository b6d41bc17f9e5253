import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/create-identity.ts'
import { VERSION } from '../../core/version.ts'
import { fetchTransport } from '../../plugins/fetch-transport.ts'
import { userContext } from '../../plugins/user-context.ts'
import { optionsFor, thrown } from '../support/fixtures.ts'
import { type Answer, broken, json, openPage, text } from '../support/page.ts'

const KNOWN = { identifier: 'uuid-ada', display_text: 'ada@example.com', client_name: 'Site' }

function ask(...answers: Answer[]) {
  const page = openPage()
  page.answer(...answers)
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

  it('does without what is not needed, and lets nothing of another type through', async () => {
    const bare = { identifier: 'i', display_text: 'd' }
    expect(await ask(json(200, { ...bare, client_name: { toString: 'x' }, provider_id: '' })).data).toEqual(
      bare,
    )
  })

  it.each([
    ['nobody is logged in', [text(404, '')]],
    ['there is no identifier', [json(200, { ...KNOWN, identifier: undefined })]],
    ['there is no text to display', [json(200, { ...KNOWN, display_text: '' })]],
    ['the text is none', [json(200, { ...KNOWN, display_text: ['x'] })]],
    ['the answer is no object', [json(200, 'hello')]],
    ['the answer is no JSON', [text(200, '<h1>')]],
    ['the service refuses', [json(401, KNOWN)]],
    ['the service is down', [broken, broken]],
  ])('is null when %s', async (_, answers) => {
    expect(await ask(...answers).data).toBeNull()
  })

  it('asks again at the second call', async () => {
    const page = openPage()
    page.answer(text(404, ''), json(200, KNOWN))
    const identity = createIdentity(optionsFor(page), [fetchTransport(), userContext()])
    expect(await identity.getUserContextData()).toBeNull()
    expect(await identity.getUserContextData()).toEqual(KNOWN)
  })

  it('needs a transport, and says so at composition', () => {
    expect(thrown(() => createIdentity(optionsFor(openPage()), [userContext()]))).toMatchObject({
      reason: 'plugin-missing',
      message: 'Plugin user-context needs plugin transport: compose it too.',
    })
  })
})
