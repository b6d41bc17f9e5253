import * as Sentry from '@sentry/browser'

Sentry.init({
  dsn: `${window.beacons.replace('//', '//key@')}/1`,
  integrations: [
    Sentry.browserTracingIntegration(),
    Sentry.replayIntegration({ networkDetailAllowUrls: [window.sessionService], networkCaptureBodies: true }),
    Sentry.httpClientIntegration(),
    Sentry.captureConsoleIntegration(),
  ],
  sendDefaultPii: true,
  tracesSampleRate: 1,
  replaysSessionSampleRate: 1,
  tracePropagationTargets: [window.sessionService],
})
