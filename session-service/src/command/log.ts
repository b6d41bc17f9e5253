// The log: a line of JSON for each event. Events hold no secrets, so lines hold none.

import { type Logger, pino } from 'pino'
import type { ServiceEvent } from '../events.ts'

/** How much each event matters. Requests are many, and metrics count them. */
const LEVELS: Readonly<Record<ServiceEvent['type'], 'debug' | 'info' | 'warn' | 'error'>> = {
  request: 'debug',
  'login-started': 'debug',
  'login-succeeded': 'info',
  'login-failed': 'warn',
  'login-required': 'debug',
  logout: 'info',
  'sessions-ended': 'info',
  'provider-logout': 'info',
  'provider-logout-refused': 'warn',
  'sessions-managed': 'info',
  'management-unauthorized': 'warn',
  'store-failed': 'error',
  'provider-discovered': 'info',
  'provider-failed': 'error',
  'provider-clock-skew': 'warn',
  'site-invalid': 'error',
  'function-failed': 'error',
}

export interface Log extends Pick<Logger, 'info' | 'warn' | 'error'> {
  record(event: ServiceEvent): void
}

/** @param descriptor of the file that it goes to. @default 1, standard output */
export function createLog(level: string, descriptor = 1): Log {
  const logger = pino({ level, base: { service: 'portico-session-service' } }, pino.destination(descriptor))
  return {
    info: logger.info.bind(logger),
    warn: logger.warn.bind(logger),
    error: logger.error.bind(logger),
    record({ type, ...facts }) {
      logger[LEVELS[type]](facts, type)
    },
  }
}
