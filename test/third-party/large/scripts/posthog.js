import posthog from 'posthog-js'

posthog.init('key', {
  api_host: window.beacons,
  opt_out_useragent_filter: true,
  autocapture: true,
  capture_pageview: 'history_change',
  capture_performance: { network_timing: true, web_vitals: true },
  capture_exceptions: true,
})
