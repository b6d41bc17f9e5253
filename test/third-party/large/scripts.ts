/** Scripts as in `pages/scripts.ts`, whose packages are installed on demand, into this folder. */
import type { Script } from '../pages/scripts.ts'

export const LARGE_SCRIPTS: Script[] = [
  // Error reporting and tracing.
  { name: 'sentry', replaces: ['fetch', 'open', 'setTimeout'] },
  { name: 'rollbar-3', replaces: ['fetch', 'open'] },
  { name: 'airbrake', replaces: ['fetch', 'open'] },
  { name: 'datadog', replaces: ['fetch', 'open'] },
  { name: 'opentelemetry', replaces: ['fetch', 'Promise'] },
  { name: 'new-relic', replaces: ['fetch', 'open', 'addEventListener'] },
  { name: 'application-insights', replaces: ['fetch', 'open'] },
  { name: 'faro', replaces: ['names'] },
  { name: 'logrocket', replaces: ['names'] },
  // Analytics.
  { name: 'posthog', replaces: ['pushState'] },
  { name: 'mixpanel', replaces: ['pushState'] },
  { name: 'segment', replaces: ['names'] },
  { name: 'amplitude', replaces: ['names'] },
  // Wrappers and mocks.
  { name: 'mswjs-interceptors', replaces: ['fetch', 'XMLHttpRequest'] },
  { name: 'pretender', replaces: ['fetch', 'XMLHttpRequest'] },
  { name: 'pace', replaces: ['XMLHttpRequest'] },
  { name: 'trusted-types', replaces: ['trustedTypes'] },
  // Frameworks.
  { name: 'yui', replaces: ['names'] },
  { name: 'ember', replaces: ['names'] },
  { name: 'sugar', replaces: ['members'] },
  { name: 'turbo', replaces: ['names'] },
]
