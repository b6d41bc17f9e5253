// A publisher's front page, with one panel that shows what the identity library says as it says it. The page is
// whole without its script and without a session service: what readers come for must not depend on either.

import { html } from 'hono/html'
import type { EmulatorContext } from '../context.ts'
import { emulatorEnvironment } from '../environment.ts'
import { originOf } from '../hosts.ts'
import { type Html, jsonScript, page } from '../http/html.ts'
import { callbackUrl, type Publisher } from '../publishers.ts'
import { editionOf, type Story } from './stories.ts'

const NOTICES: Record<string, string> = {
  cancelled: 'You did not log in. You can go on reading.',
  failed: 'The log-in could not be completed. Please try again.',
}

export function frontPage({ port }: EmulatorContext, publisher: Publisher, outcome?: string): Html {
  const edition = editionOf(publisher)
  const notice = NOTICES[outcome ?? '']
  // what the page's script needs to construct an Identity
  const settings = {
    clientId: publisher.clientId,
    sessionDomain: originOf(publisher.sessionHost, port),
    redirectUri: callbackUrl(publisher, port),
    env: emulatorEnvironment(port),
  }
  return page({
    title: `${publisher.name} – ${edition.motto}`,
    style: 'site.css',
    head: html`${jsonScript('identity-settings', settings)}<script type="module" src="/assets/demo.js"></script>`,
    body: html`<body data-publisher="${publisher.key}">
<a class="skip" href="#news">Skip to the news</a>
<header class="masthead">
  <div class="strip">
    <p>${today()}</p>
    <p class="reader">
      <span data-testid="user-name" id="user-name"></span>
      <button type="button" class="quiet" data-testid="log-out" id="log-out" hidden>Log out</button>
      <button type="button" class="strong" data-testid="log-in" id="log-in">Log in</button>
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
    <div class="stories">${edition.stories.map(story)}</div>
  </main>
  ${panel()}
</div>
<footer class="imprint"><p>${publisher.name} is a demo publisher. Its news is invented; its log-in is real.</p></footer>
</body>`,
  })
}

function lead({ section, headline, text, byline }: Story): Html {
  return html`<article class="lead">
  <div class="picture" aria-hidden="true"></div>
  <p class="section">${section}</p>
  <h2>${headline}</h2>
  <p class="text">${text}</p>
  <p class="byline">${byline}</p>
</article>`
}

function story({ section, headline, text, byline }: Story): Html {
  return html`<article>
  <p class="section">${section}</p>
  <h3>${headline}</h3>
  <p>${text}</p>
  <p class="byline">${byline}</p>
</article>`
}

function panel(): Html {
  return html`<aside class="panel" aria-labelledby="panel-title">
  <h2 id="panel-title">Who the page thinks you are</h2>
  <dl>
    <div><dt>Status</dt><dd><strong data-testid="status" id="status" role="status">checking</strong></dd></div>
    <div id="reason-row" hidden><dt>Reason</dt><dd><code data-testid="reason" id="reason"></code></dd></div>
    <div><dt>User id</dt><dd><code data-testid="user-id" id="user-id"></code></dd></div>
  </dl>
  <button type="button" data-testid="check-again" id="check-again">Check again</button>
  <h3 id="events-title">Events</h3>
  <p class="empty" id="no-events">None yet.</p>
  <ol data-testid="events" id="events" aria-live="polite" aria-labelledby="events-title"></ol>
  <p class="hint">In the console: <code>demoIdentity</code> is this page’s instance. Try
  <code>await demoIdentity.hasSession()</code>.</p>
  <noscript><p class="hint">Logging in needs JavaScript; reading does not.</p></noscript>
</aside>`
}

function today(): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' }).format(new Date())
}
