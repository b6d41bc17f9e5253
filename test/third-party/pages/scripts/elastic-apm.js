import { init } from '@elastic/apm-rum'

init({ serviceName: 'site', serverUrl: window.beacons, distributedTracingOrigins: [window.sessionService] })
