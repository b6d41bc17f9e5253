import { without } from './without.js'

without('BroadcastChannel')
require('broadcastchannel-polyfill')
