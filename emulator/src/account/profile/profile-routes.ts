// The account pages that `accountUrl` and `phonesUrl` lead to: what a user may change about themselves, and which publishers they are
// connected to. What is changed here is what sessions say next.

import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Provider } from 'oidc-provider'
import type { EmulatorContext } from '../../context.ts'
import { originOf } from '../../hosts.ts'
import { formOf } from '../../http/form.ts'
import type { Html } from '../../http/html.ts'
import { changesOf } from '../../store/new-user.ts'
import type { KnownUser } from '../../store/user.ts'
import { UnusableError } from '../../unusable-error.ts'
import { ACCOUNT_PAGES_CALLBACK } from '../clients.ts'
import { accountPage } from '../pages/frame.ts'
import { returnPath } from './account-login.ts'
import { type Env, forReader, wayBack } from './reader.ts'

const PHONE_PATH = '/profile-pages/about-you/phone'
const GENDERS = ['female', 'male', 'undisclosed']

const field = (label: string, name: string, value: string, more: Html | '' = ''): Html => html`<label>${label}
    <input name="${name}" data-testid="${name}" required maxlength="60" value="${value}" ${more}>
  </label>`

export function profileRoutes(context: EmulatorContext, provider: Provider): Hono<Env> {
  const { users } = context.store
  const app = new Hono<Env>()
  const withReader = forReader(context, provider)

  function show(c: Context, user: KnownUser, problem?: string): Response | Promise<Response> {
    const { search } = new URL(c.req.url)
    const connected = context.publishers.filter(({ merchantId }) => user.merchantIds.includes(merchantId))
    const body = html`<h1>Your account</h1>
${c.req.query('saved') === undefined ? '' : html`<p class="done" role="status" data-testid="saved">Saved.</p>`}
${problem === undefined ? '' : html`<p class="problem" role="alert" data-testid="profile-error">${problem}</p>`}
<p class="hint">${user.email} · user id <code>${user.userId}</code></p>
<form method="post" action="${c.req.path}${search}">
  ${field('Given name', 'givenName', user.givenName, html`autocomplete="given-name"`)}
  ${field('Family name', 'familyName', user.familyName, html`autocomplete="family-name"`)}
  ${field('Name shown to others', 'displayName', user.displayName, html`autocomplete="nickname"`)}
  ${field('Phone number', 'phone', user.phone, html`type="tel" autocomplete="tel" ${c.req.path === PHONE_PATH ? 'autofocus' : ''}`)}
  <label>Gender
    <select name="gender" data-testid="gender">${GENDERS.map(
      (gender) =>
        html`<option value="${gender}" ${gender === user.gender ? 'selected' : ''}>${gender}</option>`,
    )}</select>
  </label>
  <button class="primary" data-testid="save">Save</button>
</form>
<h2>Connected publishers</h2>
${connected.length === 0 ? html`<p class="hint">None. Logging in at a publisher connects you to it.</p>` : ''}
<ul class="people">${connected.map(
      ({
        name,
        key,
        merchantId,
        sessionHost,
      }) => html`<li><form method="post" action="/profile-pages/disconnect${search}" class="row">
  <input type="hidden" name="merchantId" value="${merchantId}"><span>${name}</span>
  <a href="${originOf(sessionHost, context.address)}/account/sessions" data-testid="sessions-${key}">Where you are logged in</a>
  <button data-testid="disconnect-${key}" aria-label="Disconnect ${name}">Disconnect</button></form></li>`,
    )}</ul>
${wayBack(context, c)}`
    return c.html(accountPage('Your account', body), problem === undefined ? 200 : 400)
  }

  function savedAt(c: Context, path: string): Response {
    const query = new URL(c.req.url).searchParams
    query.set('saved', '')
    return c.redirect(`${path}?${query}`, 303)
  }

  app.get(ACCOUNT_PAGES_CALLBACK, (c) => c.redirect(returnPath(context, c.req.query())))

  for (const path of ['/profile-pages', PHONE_PATH]) {
    app.get(
      path,
      withReader((c, user) => show(c, user)),
    )
    app.post(
      path,
      withReader(async (c, user) => {
        const given = await formOf(c)
        try {
          users.change(user, changesOf(user, given, users.all()))
        } catch (error) {
          if (!(error instanceof UnusableError)) throw error
          return show(c, { ...user, ...given } as KnownUser, error.message)
        }
        return savedAt(c, path)
      }),
    )
  }

  app.post(
    '/profile-pages/disconnect',
    withReader(async (c, user) => {
      const { merchantId } = await formOf(c)
      users.disconnect(user, Number(merchantId))
      return savedAt(c, '/profile-pages')
    }),
  )

  return app
}
