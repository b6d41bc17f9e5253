import xhook from 'xhook'

xhook.before((request) => {
  request.timestamp = Date.now()
})
xhook.after(() => {})
