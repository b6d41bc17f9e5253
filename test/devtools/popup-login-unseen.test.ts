/** What a developer is told of a login by popup in a frame, whose end the page cannot see. */
import { describe, expect, it } from 'vitest'
import { createIdentity } from '../../core/index.ts'
import { consoleFindings, devtools, diagnose } from '../../devtools/index.ts'
import { fetchTransport, login, preferPopup } from '../../plugins/index.ts'
import { ADA, NO_SESSION, optionsFor } from '../support/fixtures.ts'
import { type Answer, json, openPage } from '../support/page.ts'
import { idsIn, listen } from './support/console.ts'

const NOBODY = json(400, NO_SESSION)
const ID = 'popup-login-unseen'

/** A page in frames of pages of these origins, the nearest first. Without any, it is in no frame. */
function open(...origins: string[]) {
  const page = openPage()
  const { window } = page
  if (origins.length > 0) {
    Object.defineProperty(window, 'top', { value: {} })
    Object.defineProperty(window.location, 'ancestorOrigins', { value: origins })
  }
  window.open = () => ({ close() {} }) as Window
  const lines = listen(window)
  const identity = createIdentity(optionsFor(page), [
    fetchTransport(),
    login(),
    preferPopup(),
    consoleFindings(),
    devtools(),
  ])
  const ask = async (answer: Answer) => {
    page.answer(answer)
    await identity.hasSession().catch(() => {})
  }
  return { page, identity, lines, ask, logIn: () => identity.login({ state: 's', preferPopup: true }) }
}

const OTHER = 'https://www.other.example'

describe('a login by popup in a frame of another site', () => {
  it('is told of when the service knows nobody afterwards, with where the frame is and what came', async () => {
    const { lines, ask, logIn } = open(OTHER)
    logIn()
    expect(idsIn(lines)).not.toContain(ID)
    await ask(NOBODY)
    expect(lines.filter((line) => line.startsWith(`portico: ${ID}.`))).toEqual([
      expect.stringContaining(`(in a frame of ${OTHER}, the service answers 400)`),
    ])
  })

  it('is found by diagnose in place of page-embedded, which it explains', async () => {
    const { page, identity, logIn } = open(OTHER)
    logIn()
    page.answer(NOBODY)
    const ids = (await diagnose(identity)).map(({ id }) => id)
    expect(ids).toContain(ID)
    expect(ids).not.toContain('page-embedded')
  })

  it('is found where a page of the own site is in between', async () => {
    const { lines, ask, logIn } = open('https://shop.site.example', OTHER)
    logIn()
    await ask(NOBODY)
    expect(idsIn(lines)).toContain(ID)
  })

  it('is no finding before a login has begun', async () => {
    const { lines, ask } = open(OTHER)
    await ask(NOBODY)
    expect(idsIn(lines)).not.toContain(ID)
  })

  it('is no finding where the service knows the reader, nor when they have logged out since', async () => {
    const { lines, ask, logIn } = open(OTHER)
    logIn()
    await ask(json(200, { ...ADA, expiresIn: 0 }))
    await ask(NOBODY)
    expect(idsIn(lines)).not.toContain(ID)
  })
})

it.each([
  ['of its own site', ['https://shop.site.example']],
  ['that cannot be told', ['null']],
  ['of nobody', []],
])('a login by popup in a frame %s is no finding', async (_, origins) => {
  const { lines, ask, logIn } = open(...origins)
  logIn()
  await ask(NOBODY)
  expect(idsIn(lines)).not.toContain(ID)
})
