import { AnalyticsBrowser } from '@segment/analytics-next'

const analytics = AnalyticsBrowser.load({ writeKey: 'key', cdnURL: window.beacons })
analytics.page()
window.analytics = analytics
