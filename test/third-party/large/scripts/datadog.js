import { datadogRum } from '@datadog/browser-rum'

datadogRum.init({
  applicationId: 'site',
  clientToken: 'token',
  service: 'site',
  proxy: `${window.beacons}/datadog`,
  sessionSampleRate: 100,
  sessionReplaySampleRate: 100,
  trackUserInteractions: true,
  trackResources: true,
  trackLongTasks: true,
  allowedTracingUrls: [window.sessionService],
})
