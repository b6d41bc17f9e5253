/**
 * Where the page is shown: in a frame of another site, with or without the cookies of its own, or in the browser of an app.
 */
import type { BrowserWindow } from '../../core/options.ts'
import { type Finding, found } from '../catalogue.ts'
import type { Observation } from '../recording/observation.ts'
import { foreignAncestor } from './frame.ts'

/** In a frame of another site only: Safari says no in any frame. */
async function storageAccessFinding({ document }: BrowserWindow): Promise<Finding | undefined> {
  // Older browsers lack it, and one that cannot say it is no evidence.
  const hasAccess = await document.hasStorageAccess?.().catch(() => undefined)
  if (hasAccess === false) return found('storage-access-missing', 'document.hasStorageAccess() is false')
}

/** Names that apps add to what their browser calls itself. Android adds `wv`. On an iPhone, the browser of an app calls itself no Safari. */
const APP = /\b(FBAN|FBAV|Instagram|LinkedInApp|Snapchat|Line(?=\/)|MicroMessenger|BytedanceWebview)\b|; wv\)/
const IPHONE = /\(iP(?:hone|ad|od)\b.*AppleWebKit(?!.*\bSafari\/)/

function appFinding({ navigator }: BrowserWindow): Finding | undefined {
  const agent = `${navigator?.userAgent}`
  const [app] = APP.exec(agent) ?? []
  if (app) return found('in-app-browser', `navigator.userAgent has ${app}`)
  if (IPHONE.test(agent)) return found('in-app-browser', 'navigator.userAgent names no Safari')
}

/** Findings about where the page is shown. */
export async function embeddingFindings({ kernel: { window } }: Observation): Promise<Finding[]> {
  const embedder = foreignAncestor(window)
  const all = [
    embedder && found('page-embedded', `in a frame of ${embedder}`),
    embedder && (await storageAccessFinding(window)),
    appFinding(window),
  ]
  return all.filter((finding) => typeof finding === 'object')
}
