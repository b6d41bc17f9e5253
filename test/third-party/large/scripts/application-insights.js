import { ApplicationInsights } from '@microsoft/applicationinsights-web'

const insights = new ApplicationInsights({
  config: {
    connectionString: `InstrumentationKey=key;IngestionEndpoint=${window.beacons}`,
    disableFetchTracking: false,
    enableCorsCorrelation: true,
    enableRequestHeaderTracking: true,
    enableResponseHeaderTracking: true,
    enableUnhandledPromiseRejectionTracking: true,
    enableAutoRouteTracking: true,
  },
})
insights.loadAppInsights()
insights.trackPageView()
