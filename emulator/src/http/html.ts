// The frame of every HTML page that the emulator serves. Values in `html` templates are escaped by hono.

import { html, raw } from 'hono/html'

export type Html = ReturnType<typeof html>

export interface PageOptions {
  readonly title: string
  /** File name of the page's own style sheet in `assets`, besides that of all pages. */
  readonly style: string
  readonly head?: Html | string
  readonly body: Html
}

/** A complete document. */
export function page({ title, style, head = '', body }: PageOptions): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/pico.css">
<link rel="stylesheet" href="/assets/base.css">
<link rel="stylesheet" href="/assets/${style}">
${head}
</head>
${body}
</html>`
}

/** Data for a page's own script, in a script element that is never run. */
export function jsonScript(id: string, value: unknown): Html {
  // only `<` can end the element or open a comment in it
  return html`<script type="application/json" id="${id}">${raw(JSON.stringify(value).replaceAll('<', '\\u003c'))}</script>`
}

/** A time of day. */
export const timeOf = (time: number): string => new Date(time).toLocaleTimeString('en-GB')
