// The style of the pages: the system's own fonts, wide margins, and buttons of 44 px for a thumb.

import type { Colors } from '../options/appearance.ts'
import { readableOn } from '../options/contrast.ts'
import type { SiteAppearance } from './site-appearance.ts'

const variables = ({ background, text, button }: Required<Colors>): string =>
  `:root{--background:${background};--text:${text};--button:${button};--on-button:${readableOn(button)}}`

export const styleOf = ({ light, dark }: SiteAppearance): string => `
${variables(light)}
*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--text);font:1.125rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:34rem;margin:0 auto;padding:max(2rem,12vh) 1.25rem 2rem}
.site{margin:0 0 2rem;font-weight:600}
.logo{display:block;max-width:100%;max-height:40px}
h1{margin:0 0 .75rem;font-size:1.75rem;line-height:1.2;text-wrap:balance}
.actions{display:flex;flex-wrap:wrap;gap:.75rem 1rem;margin:2rem 0}
.button,.link,summary{min-height:44px;font:inherit}
.button,.link{display:inline-flex;align-items:center;color:inherit}
.button{padding:.5rem 1.25rem;border:1px solid transparent;border-radius:8px;background:var(--button);color:var(--on-button);font-weight:600;text-decoration:none;cursor:pointer}
.link{padding:.5rem .25rem}
button.link{margin-top:.5rem;padding:.5rem 1rem;border:1px solid currentColor;border-radius:8px;background:none;cursor:pointer}
.sessions{list-style:none;margin:2rem 0 0;padding:0}
.sessions li{padding:1rem 0;border-top:1px solid color-mix(in srgb,currentColor 25%,transparent)}
.sessions h2{margin:0;font-size:1.125rem}
.sessions p{margin:0}
:focus-visible{outline:3px solid var(--text);outline-offset:3px}
summary{display:inline-flex;align-items:center;cursor:pointer;text-decoration:underline}
@media(prefers-color-scheme:dark){${variables(dark)}.logo{box-sizing:content-box;max-width:calc(100% - 16px);padding:8px;border-radius:6px;background:${light.background}}}
`
