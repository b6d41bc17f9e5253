/** What the server reads of its environment: the emulator writes it into .env. */
import { defineEnvVars } from '@sveltejs/kit/env'

export const variables = defineEnvVars({
  IDENTITY_ENV: {},
  SESSION_DOMAIN: {},
  // There is one only where the session service has to hear of logins.
  SESSION_LOGIN_URL: { schema: (value) => value },
  CLIENT_ID: {},
  CLIENT_SECRET: {},
  SIGNATURE_SECRET: {},
  REDIRECT_URI: {},
  COOKIE_SECRET: {},
})
