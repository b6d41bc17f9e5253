/**
 * The browser's own dialog for a login (FedCM): one question to the browser, and what its refusals mean.
 */
import { SDKError } from '../../core/errors.ts'
import type { Kernel } from '../../core/kernel/plugin.ts'
import type { BrowserWindow } from '../../core/options.ts'
import { rest, within } from '../shared/waiting.ts'
import type { ContinueAsMode, OtherProvider } from './continue-as.ts'

/** The interfaces of FedCM, which the compiler's library does not know yet. */
interface IdentityRequest {
  readonly mediation: 'optional'
  readonly signal?: AbortSignal
  readonly identity: object
}
interface Credentials {
  get(request: IdentityRequest): Promise<{ readonly token?: unknown; readonly configURL?: string } | null>
  preventSilentAccess(): Promise<unknown>
}
interface FedcmWindow {
  readonly IdentityCredential?: { disconnect?(connection: object): Promise<unknown> }
  readonly navigator: { readonly credentials: Credentials }
}
interface PolicyOfPage {
  allowsFeature?(name: string): boolean
}

/** What the reader is asked about. */
export interface Question {
  readonly configUrl: string
  /** Who is offered beside the account service. */
  readonly others: readonly OtherProvider[]
  readonly mode: ContinueAsMode
  readonly loginHint: string | undefined
  /** What the account service gets: the parameters of an authorization request. */
  readonly params: object
  /** Aborts to take the dialog away. */
  readonly signal: AbortSignal
}

/** What the browser says, and whose token it is: that of the account service, or of another provider. `unsupported`: it has no dialog. */
export type Reply =
  | { readonly token: unknown; readonly by: OtherProvider | undefined }
  | 'dismissed'
  | 'unavailable'
  | 'unsupported'

const FEATURE = 'identity-credentials-get'
const DISCONNECT_TIMEOUT_MS = 20_000

/** For windows that have it: see {@link hasDialog}. */
const fedcmOf = (window: BrowserWindow) => window as unknown as FedcmWindow

/**
 * Whether the browser has such a dialog. Some have no name for it: whoever reads the member `identity` of a question has one. The question
 * is over before it is asked.
 */
export function hasDialog(window: BrowserWindow): boolean {
  const { credentials } = fedcmOf(window).navigator
  if (!credentials) return false
  if ('IdentityCredential' in window) return true
  let isRead = false
  const controller = new AbortController()
  controller.abort()
  const question = {
    signal: controller.signal,
    get identity() {
      isRead = true
      return undefined
    },
  }
  const ask = async () => credentials.get(question as never)
  ask().catch(() => {})
  return isRead
}

/** Keeps the browser from logging the reader in again without a click. */
export function preventSilentAccess(window: BrowserWindow): void {
  // A browser that refuses it has nothing to prevent.
  fedcmOf(window)
    .navigator.credentials.preventSilentAccess()
    .catch(() => {})
}

const forbidden = (subject: string, hint: string) =>
  new SDKError('continue-as-forbidden', __DEV__ ? `${subject}. ${hint}` : subject)

/** The header `Permissions-Policy`, or the frame that the page is in. */
function isForbiddenFeature(window: BrowserWindow): boolean {
  const { featurePolicy } = window.document as Document & { featurePolicy?: PolicyOfPage }
  // An element of the page may have the name.
  return typeof featurePolicy?.allowsFeature === 'function' && !featurePolicy.allowsFeature(FEATURE)
}

/**
 * Asks the browser for something of the account service; rejects with what it rejects with, or says which policy of the page
 * forbids it.
 *
 * @throws {SDKError} (rejects) `continue-as-forbidden`, `disposed`
 */
async function unlessForbidden<T>(kernel: Kernel, configUrl: string, run: () => Promise<T>): Promise<T> {
  const { origin, href } = new URL(configUrl)
  // Some browsers tell only the origin. A picture of the account service may be blocked, too.
  const own = [href, origin, `${origin}/`]
  let isBlocked = false
  const hear = ({ blockedURI, disposition, effectiveDirective }: SecurityPolicyViolationEvent) => {
    isBlocked ||= disposition === 'enforce' && effectiveDirective === 'connect-src' && own.includes(blockedURI)
  }
  const forget = kernel.listen('securitypolicyviolation', hear, { capture: true })
  try {
    return await run()
  } catch (error) {
    if ((error as Error).name === 'NotAllowedError' && isForbiddenFeature(kernel.window))
      throw forbidden(FEATURE, 'Allow it in the header Permissions-Policy, or in the attribute allow of the iframe')
    // Browsers tell of the violation a moment after they have refused.
    await rest(kernel, 0)
    if (isBlocked) throw forbidden('connect-src', `Add ${origin} to it in the header Content-Security-Policy`)
    throw error
  } finally {
    forget()
  }
}

/**
 * Shows the dialog, unless the browser decides otherwise.
 *
 * @throws {SDKError} (rejects) `continue-as-forbidden`, `disposed`
 */
export async function askBrowser(kernel: Kernel, question: Question): Promise<Reply> {
  const { configUrl, others, mode, loginHint, params, signal } = question
  const provider = { configURL: configUrl, clientId: kernel.options.clientId, params, ...(loginHint && { loginHint }) }
  const more = others.map((other) => ({
    configURL: other.configUrl,
    clientId: other.clientId,
    params: other.params,
  }))
  const identity = { context: 'continue', mode, providers: [provider, ...more] }
  // The signal of a polyfill, or of another realm, would make the call fail: the dialog stays until the reader answers then.
  const isOwn = signal instanceof kernel.window.EventTarget
  try {
    const answer = await unlessForbidden(kernel, configUrl, async () =>
      fedcmOf(kernel.window).navigator.credentials.get({ mediation: 'optional', identity, ...(isOwn && { signal }) }),
    )
    const by = others.find((other) => other.configUrl === answer?.configURL)
    return answer ? { token: answer.token, by } : 'unsupported'
  } catch (error) {
    if (SDKError.is(error)) throw error
    const { name } = error as Error
    if (__DEV__ && !signal.aborted) kernel.log(`fedcm: the browser refused, ${name}`)
    // Browsers use this one name when nobody is logged in, the dialog was closed or is disabled, or they were asked too often: sites are not
    // to tell these apart.
    if (name === 'NetworkError') return 'dismissed'
    if (name !== 'NotSupportedError' && name !== 'TypeError') return 'unavailable'
    // Older browsers ask about one provider alone.
    return others.length ? askBrowser(kernel, { ...question, others: [] }) : 'unsupported'
  }
}

/**
 * Ends the connection of a reader with the site, at the browser and at the account service.
 *
 * @returns false when there was none, or the account service refused
 * @throws {SDKError} (rejects) `continue-as-forbidden`, `disposed`, `timeout`
 */
export async function disconnectAt(kernel: Kernel, configUrl: string, accountHint: string): Promise<boolean> {
  const connection = { configURL: configUrl, clientId: kernel.options.clientId, accountHint }
  try {
    await unlessForbidden(kernel, configUrl, () =>
      within(kernel, DISCONNECT_TIMEOUT_MS, async () => {
        const { IdentityCredential } = fedcmOf(kernel.window)
        if (!IdentityCredential?.disconnect) throw new TypeError('no disconnect')
        await IdentityCredential.disconnect(connection)
      }),
    )
    return true
  } catch (error) {
    if (SDKError.is(error)) throw error
    return false
  }
}
