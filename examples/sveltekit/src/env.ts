/** What the server reads of its environment: the emulator writes it into .env. */
import { defineEnvVars } from '@sveltejs/kit/env'

export const variables = defineEnvVars({
  ACCOUNT_URL: {},
  SESSION_DOMAIN: {},
  CLIENT_ID: {},
  CLIENT_SECRET: {},
  SIGNATURE_SECRET: {},
  REDIRECT_URI: {},
  COOKIE_SECRET: {},
})
