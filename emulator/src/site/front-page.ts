// A publisher's front page, with one panel that shows what the identity library says as it says it. The page is
// whole without its script and without a session service: what readers come for must not depend on either.

import { html } from 'hono/html'
import type { EmulatorContext } from '../context.ts'
import { emulatorEnvironment } from '../environment.ts'
import { originOf } from '../hosts.ts'
import { type Html, jsonScript, page } from '../http/html.ts'
import { callbackUrl, type Publisher } from '../publishers.ts'
import { panel } from './panel.ts'
import { editionOf, type Story } from './stories.ts'

const NOTICES = new Map([
  ['cancelled', 'You did not log in. You can go on reading.'],
  ['failed', 'The login could not be completed. Please try again.'],
])

export interface FrontPageView {
  /** Of the page's own script elements, for its Content-Security-Policy. */
  readonly nonce: string
  /** How a login ended, when it just did. */
  readonly outcome?: string | undefined
}

export function frontPage(
  { address, presenceCookie }: EmulatorContext,
  publisher: Publisher,
  view: FrontPageView,
): Html {
  const edition = editionOf(publisher)
  const notice = NOTICES.get(view.outcome ?? '')
  // what the page's script needs to construct an Identity
  const settings = {
    clientId: publisher.clientId,
    sessionDomain: originOf(publisher.sessionHost, address),
    redirectUri: callbackUrl(publisher, address),
    env: emulatorEnvironment(address, presenceCookie),
  }
  return page({
    title: `${publisher.name} – ${edition.motto}`,
    style: 'site.css',
    head: html`${jsonScript('identity-settings', settings)}<script type="module" nonce="${view.nonce}" src="/assets/demo.js"></script>`,
    body: html`<body>
<a class="skip" href="#news">Skip to the news</a>
<header>
  <div class="strip">
    <p class="today">${today()}</p>
    <p>
      <span data-testid="user-name" id="user-name"></span>
      <button type="button" data-testid="log-out" id="log-out" hidden>Log out</button>
      <button type="button" class="primary" data-testid="log-in" id="log-in">Log in</button>
    </p>
  </div>
  <h1><a href="/">${publisher.name}</a></h1>
  <p class="motto">${edition.motto}</p>
  <nav aria-label="Sections"><ul>${edition.sections.map((name) => html`<li><a href="#news">${name}</a></li>`)}</ul></nav>
</header>
${notice === undefined ? '' : html`<p class="notice" role="status" data-testid="notice">${notice}</p>`}
<div class="columns">
  <main id="news">
    ${lead(edition.lead)}
    <p><a href="/article" data-testid="article-link">For subscribers: The Sunday boat</a></p>
    <div class="stories">${edition.stories.map(story)}</div>
  </main>
  ${panel(publisher, address)}
</div>
<footer><p>${publisher.name} is a demo publisher. Its news is invented; its login is real.</p></footer>
</body>`,
  })
}

function lead({ section, headline, text }: Story): Html {
  return html`<article class="lead">
  <p class="section">${section}</p>
  <h2>${headline}</h2>
  <p>${text}</p>
</article>`
}

function story({ section, headline, text }: Story): Html {
  return html`<article>
  <p class="section">${section}</p>
  <h3>${headline}</h3>
  <p>${text}</p>
</article>`
}

function today(): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' }).format(new Date())
}
