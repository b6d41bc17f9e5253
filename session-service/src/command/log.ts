// The log: a line of JSON for each thing that happens. Events hold no secrets, so lines hold none.

import { type Logger, pino } from 'pino'
import type { ServiceEvent } from '../events.ts'

/** How much each event matters. Requests are many, and metrics count them. */
const LEVELS: Readonly<Record<ServiceEvent['type'], 'debug' | 'info' | 'warn' | 'error'>> = {
  answered: 'debug',
  'login-begun': 'debug',
  'login-finished': 'info',
  'login-failed': 'warn',
  logout: 'info',
  'provider-logout': 'info',
  'provider-logout-refused': 'warn',
  'store-failed': 'error',
  'provider-failed': 'error',
  'function-failed': 'error',
}

export interface Log extends Pick<Logger, 'info' | 'warn' | 'error'> {
  record(event: ServiceEvent): void
}

export function createLog(level: string): Log {
  const logger = pino({ level, base: { service: 'portico-session-service' } })
  return {
    info: logger.info.bind(logger),
    warn: logger.warn.bind(logger),
    error: logger.error.bind(logger),
    record({ type, ...facts }) {
      logger[LEVELS[type]](facts, type)
    },
  }
}
