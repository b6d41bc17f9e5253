// What the request list shows of a body: the fields of a form, or of JSON, with the values of those that are harmless.

import type { ListedRequest } from './listed-request.ts'
import { HIDDEN, shownName, shownValue } from './redact.ts'

/** Longest text that is shown. */
const MAX_LENGTH = 1000

/** How deep JSON is looked into. */
const MAX_DEPTH = 4

function shownForm(text: string): string {
  // a piece without "=" is a value that lost its name
  const pairs = text.split('&').map((pair) => (pair.includes('=') ? new URLSearchParams(pair) : undefined))
  const lines = pairs.map((pair) => {
    const [[name, value] = ['', '']] = [...(pair ?? [])]
    return pair === undefined ? HIDDEN : `${shownName(name)}=${shownValue(name, value)}`
  })
  return lines.join('\n')
}

/** @param name the member that the value is, or is in */
function shownJson(value: unknown, name: string, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return shownValue(name, String(value))
  if (depth === MAX_DEPTH) return HIDDEN
  if (Array.isArray(value)) return value.map((item) => shownJson(item, name, depth + 1))
  const members = Object.entries(value)
  return Object.fromEntries(members.map(([key, item]) => [shownName(key), shownJson(item, key, depth + 1)]))
}

function textOf({ headers, body, bodyBytes }: ListedRequest): string {
  const type = (headers['content-type'] ?? '').toLowerCase()
  const isWhole = body.length === bodyBytes
  const text = body.toString('utf8')
  if (type.startsWith('application/x-www-form-urlencoded'))
    return shownForm(isWhole ? text : text.slice(0, text.lastIndexOf('&') + 1))
  if (isWhole && /^application\/([\w.-]+\+)?json/.test(type)) {
    try {
      return JSON.stringify(shownJson(JSON.parse(text), '', 0), null, 1)
    } catch {
      // it says that it is JSON, and is none
    }
  }
  return `${bodyBytes} bytes`
}

/** The body as the request list shows it, without secrets; undefined when there was none. */
export function shownBody(request: ListedRequest): string | undefined {
  if (request.bodyBytes === 0) return undefined
  const text = textOf(request)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}${HIDDEN}` : text
}
