import Honeybadger from '@honeybadger-io/js'

Honeybadger.configure({ apiKey: 'key', endpoint: window.beacons, breadcrumbsEnabled: true })
