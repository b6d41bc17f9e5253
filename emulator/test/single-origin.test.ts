// Clients that know one URL for the whole account service, and no SDRN namespace for it, are served as well.

import { expect, it } from 'vitest'
import { useEmulator, Visitor } from './helpers.ts'
import { logIn, site } from './log-in.ts'

const emulator = await useEmulator()

it('answers login, user context and widget under one origin', async () => {
  const base = emulator.environment.accountUrl
  const sdrn = `sdrn:undefined:client:${site.clientId}`
  const visitor = new Visitor()
  await logIn(emulator, visitor, 'ingrid')
  expect((await visitor.request(`${base}/user-context?client_sdrn=${sdrn}`)).status).toBe(200)
  expect((await visitor.request(`${base}/simplified-login-widget?client_id=${site.clientId}`)).status).toBe(
    200,
  )
  const session = `${emulator.url(site.sessionHost, '/v2/session')}?client_sdrn=${sdrn}`
  expect((await visitor.request(session)).status).toBe(200)
})

it('takes nothing for a client that is not named as one', async () => {
  const session = `${emulator.url(site.sessionHost, '/v2/session')}?client_sdrn=${site.clientId}`
  expect((await new Visitor().request(session)).status).toBe(404)
})
