// The checks of `--check --connect`: whether the provider and the store respond, and whether the store's user has all rights that it needs.

import { setTimeout as delay } from 'node:timers/promises'
import { reasonOf } from '../events.ts'
import { PROBE_TTL_MS, probeSession } from '../health.ts'
import type { ProviderOptions } from '../options/provider-options.ts'
import { configurationOf } from '../provider/configuration.ts'
import { type LogoutAtProvider, logoutAtProvider } from '../provider/logout-at-provider.ts'
import type { SessionStore } from '../store/session-store.ts'

/** How long the connection to the store may take. */
const TIMEOUT_MS = 5000
const RETRY_MS = 50

/** What a logout does at the provider, in a sentence or two. */
const LOGOUTS: Readonly<Record<LogoutAtProvider, string>> = {
  'end-session-endpoint': 'A logout ends the session at the provider, too.',
  'logout-url': 'A logout goes on to logoutUrl.',
  'next-login-asks':
    'A logout leaves the session at the provider, and the next login of that browser asks for a password.',
  'next-login-does-not-ask':
    'A logout leaves the session at the provider, and the next login asks for no password: on a shared computer it is none. Give logoutUrl, or login among prompts.',
}

/**
 * @param onLogout gets a sentence about logouts at the provider, if the provider responds
 * @returns a line for each thing that does not work; none where all does
 */
export async function connectionProblems(
  provider: ProviderOptions,
  store: SessionStore,
  onLogout: (sentence: string) => void = ignore,
): Promise<string[]> {
  const [ofProvider, ofStore] = await Promise.all([
    providerProblems(provider, onLogout),
    storeProblems(store),
  ])
  return [...ofProvider, ...ofStore]
}

const ignore = (): void => {}

async function providerProblems(
  provider: ProviderOptions,
  tellLogout: (sentence: string) => void,
): Promise<string[]> {
  try {
    const found = await configurationOf(provider, ignore, ignore).get()
    tellLogout(LOGOUTS[logoutAtProvider(provider, found.serverMetadata())])
    return []
  } catch (cause) {
    return [`provider: its discovery document cannot be read (${reasonOf(cause)})`]
  }
}

async function storeProblems(store: SessionStore): Promise<string[]> {
  let before = ''
  for (const deadline = Date.now() + TIMEOUT_MS; ; await delay(RETRY_MS)) {
    const { isAway, problems } = await probe(store)
    // A connection that comes in the middle leaves problems that are none.
    const isSettled = !isAway && problems.join() === before
    if (problems.length === 0 || isSettled || Date.now() > deadline) return problems
    before = problems.join()
  }
}

/** Calls each method of the store, with a session of no reader. Otherwise, a missing right would fail the first logout. */
async function probe(store: SessionStore): Promise<{ isAway: boolean; problems: string[] }> {
  const { key, session } = probeSession()
  const [reader, userId] = [key, Date.now()]
  const operations: Readonly<Record<string, () => Promise<unknown>>> = {
    'keep a session': () => store.create(key, session, PROBE_TTL_MS),
    'keep another one of the same reader': () => store.create(`${key}-2`, session, PROBE_TTL_MS),
    'read a session': () => store.read(key),
    'find the sessions of a reader': () => store.readBySubject(reader),
    'let a session live longer': () => store.touch(key, PROBE_TTL_MS),
    'end a session': () => store.delete(key),
    'end the sessions of a session at the provider': () => store.deleteByProviderSession(key, PROBE_TTL_MS),
    'end the sessions of a reader': () => store.deleteBySubject(reader, session.issuedAt, PROBE_TTL_MS),
    'end all sessions of a reader': () => store.deleteAll({ reader }, 0, PROBE_TTL_MS),
    'grant a key once': () => store.once(key, PROBE_TTL_MS),
    'reserve a number': () => store.reserveUserId(reader, userId),
    'let go of a number': () => store.releaseUserId(reader, userId),
  }
  const failed = new Map<string, string[]>()
  for (const [what, run] of Object.entries(operations)) {
    const why = await run().then(
      () => undefined,
      (cause: unknown) => `${reasonOf(cause)}: ${(cause as Error).message}`,
    )
    if (why !== undefined) failed.set(why, [...(failed.get(why) ?? []), what])
  }
  const everything = Object.keys(operations).length
  const problems = [...failed].map(([why, whats]) =>
    whats.length === everything
      ? `store: it does nothing (${why})`
      : `store: it cannot ${whats.join(', ')} (${why})`,
  )
  return { isAway: [...failed.values()].flat().length === everything, problems }
}
