import { BrowserAgent } from '@newrelic/browser-agent/loaders/browser-agent'

const beacon = window.beacons.slice('http://'.length)
new BrowserAgent({
  init: {
    ssl: false,
    ajax: { deny_list: [] },
    distributed_tracing: {
      enabled: true,
      cors_use_newrelic_header: true,
      allowed_origins: [window.sessionService],
    },
  },
  info: { beacon, errorBeacon: beacon, licenseKey: 'key', applicationID: '1', sa: 1 },
  loader_config: { accountID: '1', trustKey: '1', agentID: '1', licenseKey: 'key', applicationID: '1' },
})
