import node from '@astrojs/node'
import svelte from '@astrojs/svelte'
import { defineConfig } from 'astro/config'

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  integrations: [svelte()],
  // No link of this site is fetched before it is followed. Pages that no cache may keep would be fetched twice.
  prefetch: { prefetchAll: false },
  server: { host: '127.0.0.1', port: Number(process.env.PORT ?? 3000) },
  devToolbar: { enabled: false },
})
