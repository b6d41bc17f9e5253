import Bluebird from 'bluebird'

window.Promise = Bluebird
