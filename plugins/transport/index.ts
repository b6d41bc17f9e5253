/**
 * How the session service is asked: one JSON GET, with time-outs, another attempt after a broken connection, and a limit to what is
 * read. A composition has one of these plugins.
 */
export {
  type Ask,
  createTransport,
  type FetchBeforeContext,
  fetchLimited,
  parseBody,
  type TransportOptions,
} from './attempts.ts'
export { fetchTransport } from './fetch-transport.ts'
export {
  type InterceptorContext,
  type Interceptors,
  type OfetchTransportOptions,
  ofetchTransport,
} from './ofetch-transport.ts'
