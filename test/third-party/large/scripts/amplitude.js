import amplitude from 'amplitude-js'

amplitude
  .getInstance()
  .init('key', null, { apiEndpoint: window.beacons.slice('http://'.length), forceHttps: false })
amplitude.getInstance().logEvent('view')
window.amplitude = amplitude
