// What a request is for: the Host header, and the target between method and version. A client may put anything there,
// so nothing but this parses it.

import type { IncomingMessage } from 'node:http'

const NO_HOST = 'unnamed.localhost'

/** The URL that a target stands for, of which path and query count; undefined when it is none. */
export function targetUrl(target: string, host: string = NO_HOST): URL | undefined {
  // appended, not resolved: `//…` is a path, and names no host
  const text = isPath(target) ? `http://${host}${target}` : target
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined
}

/**
 * Brings target and host into the form in which everybody reads the same in them: an absolute path with its query,
 * and a host name with its port. A target that names a host outdoes the Host header (RFC 9112, section 3.2.2).
 *
 * @returns false when they make no URL
 */
export function settleTarget(request: IncomingMessage): boolean {
  const { url: target = '', headers } = request
  // HTTP/1.0 knows no Host header
  const { host = NO_HOST } = headers
  const url = targetUrl(target, host)
  if (url === undefined || !/^[\w.-]+(:\d+)?$/.test(host)) return false
  headers.host = url.host
  request.url = url.pathname + url.search
  return true
}

function isPath(target: string): boolean {
  return target.startsWith('/')
}
