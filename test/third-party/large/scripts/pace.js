import pace from 'pace-js'

pace.start({ ajax: { trackMethods: ['GET', 'POST'], trackWebSockets: true } })
