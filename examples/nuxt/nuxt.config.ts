export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  telemetry: false,
  app: { head: { title: 'The Harbour Post', link: [{ rel: 'icon', href: 'data:,' }] } },
})
