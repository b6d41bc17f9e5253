/**
 * The options of the kernel. The options of a feature belong to its plugin.
 */
import type { Environment } from './environment.ts'

/** The window of a page, with the globals that live on it. */
export type BrowserWindow = Window & typeof globalThis

/** Receives one line of debug information. Lines never hold state, tokens, signatures or cookies. */
export type LogFunction = (message: string) => void

/** What every identity needs (section 2.1). */
export interface KernelOptions {
  /** Client identifier. */
  clientId: string
  /** Base URL of the publisher's own session service, such as `https://id.site.com`. */
  sessionDomain: string
  /** Where the browser returns to unless a call says otherwise. */
  redirectUri: string
  /** The account service to talk to. */
  env: Environment
  /** Receives debug information. If unset, nothing is logged. Checked in the development build. */
  log?: LogFunction | undefined
  /** The window to work in. @default the global one */
  window?: BrowserWindow | undefined
}

/** The base URLs of an environment. */
export type BaseUrls = Pick<Environment, 'accountUrl' | 'widgetUrl' | 'globalSessionUrl'>

/** Options as the kernel has them: read once, checked, with all base URLs side by side. None of them ends in a slash. */
export type ResolvedOptions = Readonly<KernelOptions & BaseUrls & { window: BrowserWindow }>
