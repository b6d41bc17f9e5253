/** The providers, each a process of its own that can go and come back, and what a reader does on their pages. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export type ProviderName = 'oidc-provider' | 'better-auth' | 'glewlwyd'

/** Debian's, which `npm run verify session-service` installs where it can. */
export const hasGlewlwyd: boolean = existsSync('/usr/bin/glewlwyd')

/** A provider that runs. */
export interface RunningProvider {
  readonly issuer: string
  /** A client for each service, in their order. */
  readonly clients: readonly { readonly clientId: string; readonly clientSecret: string }[]
  /** Makes it stand still: it takes connections, and answers none. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/**
 * @param services the origins of each, which are one client
 * @param certificate name of the file by which the provider trusts the services
 */
export async function startProvider(
  name: ProviderName,
  services: readonly (string | readonly string[])[],
  certificate: string,
): Promise<RunningProvider> {
  const file = (base: string): string =>
    fileURLToPath(new URL(`../../../session-service/test/providers/${base}.mjs`, import.meta.url))
  const child: ChildProcess = fork(file(name), [JSON.stringify({ services })], {
    execArgv: ['--import', file('hosts'), '--no-warnings'],
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
    // It logs its requests.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const started = once(child, 'message') as Promise<[Pick<RunningProvider, 'issuer' | 'clients'>]>
  const [facts] = await Promise.race([
    started,
    exited.then(([code]) => {
      throw new Error(`${name} ended with ${code}`)
    }),
  ])
  return {
    ...facts,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      child.kill()
      await exited
    },
  }
}

/** What a reader does on a provider's pages. */
export interface ProviderPages {
  /** Fills the login page in, and agrees where that is asked. */
  logIn(page: Page, user?: string): Promise<void>
  /** Confirms a logout where that is asked. */
  confirmLogout(page: Page): Promise<void>
  /** Logs out at the provider, without any site. */
  logOut(page: Page, issuer: string): Promise<void>
}

async function fillIn(page: Page, user: string, password: string): Promise<void> {
  await page.locator('input[name=login]').fill(user)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
}

/**
 * Glewlwyd's logins have no `sid`, and its logout tokens name the second: a logout of the test before also ends a login of the same second.
 */
const isNextSecond = async (): Promise<void> => {
  const second = Math.floor(Date.now() / 1000)
  await expect.poll(() => Math.floor(Date.now() / 1000), { interval: 50 }).toBeGreaterThan(second)
}

export const PAGES: Record<ProviderName, ProviderPages> = {
  'oidc-provider': {
    async logIn(page, user = 'Kari') {
      await fillIn(page, user, 'x')
      // It asks for consent at the first login of a reader to a client.
      const consent = page.getByRole('button', { name: 'Continue' })
      await Promise.race([consent.waitFor(), page.waitForURL(/\.(test|localhost):/)])
      if (await consent.isVisible()) await consent.click()
    },
    confirmLogout: (page) => page.locator('button[value=yes]').click(),
    async logOut(page, issuer) {
      await page.goto(`${issuer}/session/end`)
      await page.locator('button[value=yes]').click()
      await page.waitForURL(/success/)
    },
  },
  glewlwyd: {
    async logIn(page, user = 'Kari') {
      await isNextSecond()
      await fillIn(page, user.toLowerCase(), 'a-password-for-tests')
    },
    confirmLogout: async () => {},
    async logOut(page, issuer) {
      const cookies = await page.context().cookies(issuer)
      const sid = cookies.find(({ name }) => name === 'GLEWLWYD2_OIDC_SID')?.value
      await page.goto(`${new URL(issuer).origin}/login`)
      await page.evaluate(async (session) => {
        const answers = [`oidc/session/${session}/`, 'auth/'].map((path) =>
          fetch(`/api/${path}`, { method: 'DELETE' }),
        )
        if ((await Promise.all(answers)).some(({ ok }) => !ok)) throw new Error('nobody was logged out')
      }, sid)
    },
  },
  'better-auth': {
    logIn: (page, user = 'Kari') => fillIn(page, user.toLowerCase(), 'a-password-for-tests'),
    confirmLogout: async () => {},
    async logOut(page, issuer) {
      await page.goto(`${new URL(issuer).origin}/login`)
      await page.evaluate(async () => {
        const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
        const { ok } = await fetch('/api/auth/sign-out', init)
        if (!ok) throw new Error('nobody was logged out')
      })
    },
  },
}
