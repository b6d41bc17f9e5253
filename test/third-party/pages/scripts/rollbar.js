import Rollbar from 'rollbar'

new Rollbar({
  accessToken: 'token',
  endpoint: `${window.beacons}/rollbar/`,
  captureUncaught: true,
  captureUnhandledRejections: true,
  autoInstrument: {
    network: true,
    networkResponseHeaders: true,
    networkResponseBody: true,
    networkRequestBody: true,
  },
})
