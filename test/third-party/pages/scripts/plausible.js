import Plausible from 'plausible-tracker'

const plausible = Plausible({ domain: 'www.site.localhost', apiHost: window.beacons, trackLocalhost: true })
plausible.enableAutoPageviews()
plausible.enableAutoOutboundTracking()
