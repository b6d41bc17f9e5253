import { Notifier } from '@airbrake/browser'

new Notifier({ projectId: 1, projectKey: 'key', host: window.beacons, remoteConfig: false })
