import { initializeFaro } from '@grafana/faro-web-sdk'

initializeFaro({ url: `${window.beacons}/collect`, app: { name: 'site' } })
