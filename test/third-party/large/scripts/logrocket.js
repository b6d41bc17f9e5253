import LogRocket from 'logrocket'

LogRocket.init('site/app', { network: { isEnabled: true } })
