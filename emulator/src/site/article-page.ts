// An article behind a wall. The page has its beginning; the rest comes from the server, for readers who have access.

import { html } from 'hono/html'
import type { EmulatorContext } from '../context.ts'
import { emulatorEnvironment } from '../environment.ts'
import { originOf } from '../hosts.ts'
import { type Html, jsonScript, page } from '../http/html.ts'
import { callbackUrl, frontPageUrl, type Publisher } from '../publishers.ts'

/** What is behind the wall. */
export const WALLED_TEXT =
  'The keeper has rowed out every Sunday for forty years. He brings back a list of what the birds have thrown away.'

export function articlePage(
  { address, presenceCookie }: EmulatorContext,
  publisher: Publisher,
  nonce: string,
): Html {
  const settings = {
    clientId: publisher.clientId,
    sessionDomain: originOf(publisher.sessionHost, address),
    redirectUri: callbackUrl(publisher, address),
    env: emulatorEnvironment(address, presenceCookie),
  }
  return page({
    title: `The Sunday boat – ${publisher.name}`,
    style: 'site.css',
    head: html`${jsonScript('identity-settings', { ...settings, productId: publisher.productId })}<script type="module" nonce="${nonce}" src="/assets/article.js"></script>`,
    body: html`<body>
<header>
  <h1><a href="${frontPageUrl(publisher, address)}">${publisher.name}</a></h1>
</header>
<main id="news">
  <article class="lead">
    <p class="section">For subscribers</p>
    <h2>The Sunday boat</h2>
    <p>On the rock there is one house, one chair, and nobody to sit in it.</p>
    <div id="wall" role="status" data-testid="wall" data-outcome="asking">
      <p id="wall-text" data-testid="wall-text">One moment …</p>
    </div>
    <p><button type="button" class="primary" id="log-in" data-testid="log-in" hidden>Log in</button>
      <button type="button" id="log-out" data-testid="log-out" hidden>Log out</button>
      <a id="subscribe" data-testid="subscribe" hidden>Subscribe</a>
      <a id="subscriptions" data-testid="subscriptions" hidden>Your subscriptions</a>
      <button type="button" id="try-again" data-testid="try-again" hidden>Try again</button></p>
    <noscript><p>Subscribers need JavaScript to read on.</p></noscript>
  </article>
</main>
<footer><p>${publisher.name} is a demo publisher. Its news is invented; its login is real.</p></footer>
</body>`,
  })
}
