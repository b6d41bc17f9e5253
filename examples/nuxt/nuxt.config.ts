export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  telemetry: false,
  css: ['~~/site/style.css'],
  app: {
    head: { htmlAttrs: { lang: 'en' }, title: 'The Harbour Post', link: [{ rel: 'icon', href: 'data:,' }] },
  },
})
