/** The page of `examples/`, as each framework makes it in the browser; `npm run verify recipes` walks it where a server makes it. */
import { describe } from 'vitest'
import { testPage } from './support/one-page.ts'
import { startVitePage } from './support/vite-page.ts'

describe.each(['react', 'vue', 'svelte', 'elements'])('examples/%s', (name) =>
  testPage(name, startVitePage(name)),
)
