import Pretender from 'pretender'

const server = new Pretender()
server.unhandledRequest = (_, __, request) => request.passthrough()
