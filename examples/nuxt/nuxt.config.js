import { resolve } from 'node:path'

export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  telemetry: false,
  // What this site shares with others stands beside it.
  alias: { '#site': resolve(import.meta.dirname, '../site') },
})
