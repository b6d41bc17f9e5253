import rg4js from 'raygun4js'

rg4js('apiKey', 'key')
rg4js('options', { apiEndpoint: window.beacons, apiUrl: window.beacons, captureUnhandledRejections: true })
rg4js('enableCrashReporting', true)
rg4js('enablePulse', true)
