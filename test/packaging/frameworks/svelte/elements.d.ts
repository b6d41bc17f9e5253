import type { ElementAttributes } from 'portico/element'
import type { HTMLAttributes } from 'svelte/elements'

type Elements = { [Tag in keyof ElementAttributes]: ElementAttributes[Tag] & HTMLAttributes<HTMLElement> }

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends Elements {}
}
