import mixpanel from 'mixpanel-browser'

mixpanel.init('token', {
  api_host: window.beacons,
  autocapture: true,
  record_sessions_percent: 100,
  track_pageview: true,
})
