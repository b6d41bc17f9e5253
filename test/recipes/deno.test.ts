import { describe } from 'vitest'
import { testRecipe } from '../e2e/support/recipe.ts'
import { startWorker } from './support/worker-site.ts'

const deno = startWorker({
  packages: ['deno@2'],
  program: 'deno/deno',
  start: ['run', '--no-prompt', '--allow-env', '--allow-net', '--allow-read', 'serve.mjs'],
  // Deno asks the system for names under localhost; the emulator takes requests for its hosts as a proxy does.
  more: ({ SESSION_DOMAIN = '' }) => ({
    HTTP_PROXY: SESSION_DOMAIN.replace('id.site.localhost', '127.0.0.1'),
  }),
})

describe('examples/worker on Deno', () => testRecipe(deno))
