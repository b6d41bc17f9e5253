/**
 * Ten wrong set-ups. Console and panel lead somebody who does not know the code to the fix of each. `npm run verify pictures`
 * writes the table in docs/wrong-set-ups.md from here, with a picture of each.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { FINDINGS, type FindingId } from '../../devtools/catalogue.ts'
import { LIBRARY, trees } from '../../scripts/evidence/evidence.mjs'
import { writePicture } from '../../scripts/pictures/picture.mjs'
import { by } from '../e2e/support/demo.ts'
import { type Fault, openDiagnosed } from '../e2e/support/diagnosed-page.ts'
import { SHORTCUT } from '../e2e/support/panel.ts'
import { useWorld } from '../e2e/support/world.ts'

const world = useWorld()

const DOCS = process.env.PORTICO_PICTURES
const rows: string[] = []

interface WrongSetUp {
  what: string
  /** The line that is wrong, or what is wrong around the page. */
  code: string
  id: FindingId
  /** What the console says, where only asking tells what it is. */
  told?: FindingId
  fault: () => Fault
  /** What the reader does before the developer looks. */
  before?: (page: Page) => Promise<void>
  /** Switches of the emulator. */
  faults?: Parameters<typeof world.emulator.setFaults>[0]
}

const logInWithoutBackEnd = async (page: Page) => {
  await page.evaluate(() => {
    const { identity } = window as unknown as { identity: { login(options: object): void } }
    identity.login({ state: 'nobody-checks' })
  })
  await by(page, 'user-ingrid').click()
  await page.waitForURL(/code=/)
  await page.waitForFunction(() => 'isReady' in window)
}

const TEN: WrongSetUp[] = [
  {
    what: 'The session domain is another publisher’s',
    code: "sessionDomain: 'http://id.other.localhost'",
    id: 'session-domain-cross-site',
    fault: () => ({ options: { sessionDomain: world.emulator.url('id.other.localhost') } }),
  },
  {
    what: 'The session domain is the site itself',
    code: 'sessionDomain: location.origin',
    id: 'session-domain-is-site',
    fault: () => ({ options: { sessionDomain: world.pages.url() } }),
  },
  {
    what: 'The page is http, the session domain https',
    code: "sessionDomain: 'https://id.site.localhost'",
    id: 'scheme-mismatch',
    fault: () => ({
      options: { sessionDomain: world.emulator.url('id.site.localhost').replace('http:', 'https:') },
    }),
  },
  {
    what: 'The policy of the page leaves the session service out',
    code: "Content-Security-Policy: connect-src 'self'",
    id: 'csp-connect',
    fault: () => ({ headers: { 'content-security-policy': "script-src 'nonce-n0nce'; connect-src 'self'" } }),
  },
  {
    what: 'The origin of the page is not registered',
    code: 'a page at http://new.site.localhost',
    id: 'origin-refused',
    told: 'no-response',
    fault: () => ({ host: 'new.site.localhost' }),
  },
  {
    what: 'Nothing runs at the session domain',
    code: "sessionDomain: 'http://id.site.localhost', switched off",
    id: 'service-down',
    told: 'no-response',
    fault: () => ({}),
    faults: { session: 'down' },
  },
  {
    what: 'The client id is misspelt',
    code: "clientId: 'harbour-pots'",
    id: 'client-unknown',
    fault: () => ({ options: { clientId: 'harbour-pots' } }),
  },
  {
    what: 'A login comes back, and no back end takes it',
    code: 'a callback that ignores the code',
    id: 'session-lost-after-login',
    fault: () => ({}),
    before: logInWithoutBackEnd,
  },
  {
    what: 'The environment is left out',
    code: 'new Identity({ clientId, sessionDomain, redirectUri })',
    id: 'environment-default',
    fault: () => ({ options: { env: undefined } }),
  },
  {
    what: 'A listener waits for an event that does not exist',
    code: "identity.on('notLoggedIn', showLogin)",
    id: 'event-unknown',
    fault: () => ({ script: "identity.on('notLoggedIn', () => {})" }),
  },
]

/** Opens the panel by the keyboard, and waits for its findings. */
async function lookAt(page: Page) {
  await page.keyboard.press(SHORTCUT)
  await page.locator('portico-devtools [data-finding]').first().waitFor()
}

afterAll(() => {
  if (!DOCS) return
  const table = [
    '| what is wrong | where | finding, with what to do | picture |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n')
  writeFileSync(
    `${DOCS}/wrong-set-ups.md`,
    `# Wrong set-ups, and what says so

Each of these leaves a page without its reader. The panel of \`portico/devtools\` shows the finding, as in the pictures. The
console of the development build shows it too. If the service does not answer, the console shows only
[\`no-response\`](troubleshooting.md#no-response): the panel and \`diagnose()\` find the cause.

${table}

<!-- ${trees([...LIBRARY, 'devtools'])} -->
`,
  )
})

describe.each(TEN)('$what', ({ what, code, id, told = id, fault, before, faults }) => {
  it(`${what}: console and panel lead to the fix of ${id}, and find nothing on a right page`, async () => {
    if (faults) world.emulator.setFaults(faults)
    const { page, line } = await openDiagnosed(world, fault())
    await page.setViewportSize({ width: 720, height: 660 })
    await before?.(page)
    const { fix } = FINDINGS[id]
    expect(await line(told)).toContain(`Fix: ${FINDINGS[told].fix}`)
    await lookAt(page)
    const finding = page.locator(`portico-devtools [data-finding=${id}]`)
    expect(await finding.textContent()).toContain(fix)
    if (DOCS) {
      mkdirSync(`${DOCS}/pictures`, { recursive: true })
      await finding.scrollIntoViewIfNeeded()
      const png = await page.locator('portico-devtools section').screenshot()
      await writePicture(page.context(), png, `${DOCS}/pictures/${id}.webp`)
      rows.push(
        `| ${what} | \`${code}\` | [\`${id}\`](troubleshooting.md#${id}) | ![${what}](pictures/${id}.webp) |`,
      )
    }
    world.emulator.resetFaults()
    // The fault has started a pause, which is still in force.
    await page.evaluate(() => localStorage.clear())
    const right = await openDiagnosed(world)
    await lookAt(right.page)
    expect(await right.page.locator(`portico-devtools [data-finding=${id}]`).count()).toBe(0)
    expect(right.lines).toEqual([])
  })
})
