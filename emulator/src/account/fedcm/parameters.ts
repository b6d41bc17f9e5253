// The parameters of a login, as the browser's own dialog brings them. The login page has the same rules.

import type { Client } from '../../clients.ts'
import type { EmulatorContext } from '../../context.ts'
import { SCOPES } from '../clients.ts'

/** What would stand in the address of the login page. */
export type Parameters = Partial<Record<string, string>>

const NONCE_KIND = 'fedcm-nonce'
// as long as a login that a server has begun
const NONCE_LIFETIME_MS = 600_000

// there is no consent prompt at the login page either
const PROMPTS = ['none', 'login', 'select_account']

/** A request that gets no code; the name is one of OAuth or OpenID Connect. */
export class AssertionRefused extends Error {
  readonly error: string
  readonly status: 400 | 401 | 403 | 500

  constructor(error: string, status: 400 | 401 | 403 | 500 = 400) {
    super(error)
    this.error = error
    this.status = status
  }
}

/** The members of `params`. @throws {AssertionRefused} when it is no JSON object, or one of them is no text */
export function parametersOf(params: string | undefined): Parameters {
  const members = Object.entries(objectOf(params))
  const isText = (member: [string, unknown]): member is [string, string] => typeof member[1] === 'string'
  // left out, it might take a demand along: `max_age: 0` is one
  if (!members.every(isText)) throw new AssertionRefused('invalid_request')
  // empty counts as absent, as in an address
  return Object.fromEntries(members.filter(([, value]) => value !== ''))
}

function objectOf(json: string | undefined): object {
  try {
    const given: unknown = JSON.parse(json ?? '')
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given
  } catch {
    // no JSON at all
  }
  throw new AssertionRefused('invalid_request')
}

/** Checks what an authorization endpoint checks. @throws {AssertionRefused} */
export function checkParameters(
  { redirects }: EmulatorContext,
  client: Client,
  parameters: Parameters,
): void {
  const { response_type: type, redirect_uri: uri } = parameters
  if (type !== 'code') throw new AssertionRefused('unsupported_response_type')
  // what the browser says of the client counts; whoever says something else as well is mistaken, or worse
  if ((parameters.client_id ?? client.clientId) !== client.clientId)
    throw new AssertionRefused('invalid_request')
  if (uri === undefined || !redirects.ofClient(client).includes(uri))
    throw new AssertionRefused('invalid_request')
  checkScope(parameters)
  if (!isPromptKnown(parameters) || !isAge(parameters.max_age)) throw new AssertionRefused('invalid_request')
  const { code_challenge: challenge, code_challenge_method: method } = parameters
  const isChallenge = method === 'S256' && /^[\w-]{43}$/.test(challenge ?? '')
  const isBare = challenge === undefined && method === undefined && !client.isPublic
  if (!isChallenge && !isBare) throw new AssertionRefused('invalid_request')
}

/** @throws {AssertionRefused} when a code was given for the nonce: whoever has seen a request cannot send it again */
export function checkNonce({ store }: EmulatorContext, clientId: string, { nonce }: Parameters): void {
  if (nonce !== undefined && store.records.get(NONCE_KIND, `${clientId} ${nonce}`))
    throw new AssertionRefused('invalid_request')
}

/** Uses the nonce up, for a code that is about to be given. @throws {AssertionRefused} when it was used before */
export function takeNonce(context: EmulatorContext, clientId: string, parameters: Parameters): void {
  checkNonce(context, clientId, parameters)
  const { nonce } = parameters
  if (nonce !== undefined)
    context.store.records.put(NONCE_KIND, `${clientId} ${nonce}`, true, NONCE_LIFETIME_MS)
}

/** The scopes that a code gets. Without a consent prompt, the login page never gives `offline_access` either. */
export const grantedScopes = ({ scope }: Parameters): string[] =>
  [...new Set(scope?.split(' '))].filter((name) => name !== 'offline_access')

/** @throws {AssertionRefused} */
function checkScope(parameters: Parameters): void {
  const { scope, nonce, acr_values: methods, max_age: age } = parameters
  if (scope?.split(' ').some((name) => !SCOPES.includes(name))) throw new AssertionRefused('invalid_scope')
  const granted = grantedScopes(parameters)
  // these are about an ID token, which there is with this scope alone
  const isAboutIdToken = [nonce, methods, age].some((value) => value !== undefined)
  if (isAboutIdToken && !granted.includes('openid')) throw new AssertionRefused('invalid_request')
  if (granted.length === 0) throw new AssertionRefused('access_denied', 403)
}

/** The prompts that are asked for. */
export const promptsOf = ({ prompt }: Parameters): string[] => prompt?.split(' ') ?? []

function isPromptKnown(parameters: Parameters): boolean {
  const prompts = new Set(promptsOf(parameters))
  const isAlone = prompts.size <= 1 || !prompts.has('none')
  return isAlone && [...prompts].every((prompt) => PROMPTS.includes(prompt))
}

const isAge = (age = '0'): boolean => Number.isSafeInteger(Number(age)) && Number(age) >= 0
