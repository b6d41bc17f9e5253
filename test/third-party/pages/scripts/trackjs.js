import { TrackJS } from 'trackjs'

TrackJS.install({ token: 'token', forwardingDomain: window.beacons.slice('http://'.length) })
