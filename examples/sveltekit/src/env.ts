/** What the server reads of its environment: the emulator writes it into .env. */
import { defineEnvVars } from '@sveltejs/kit/env'

export const variables = defineEnvVars({
  IDENTITY_ENV: {},
  SESSION_DOMAIN: {},
  // Only a session service that has to be told of a login has one.
  SESSION_LOGIN_URL: { schema: (value) => value },
  CLIENT_ID: {},
  CLIENT_SECRET: {},
  SIGNATURE_SECRET: {},
  REDIRECT_URI: {},
  COOKIE_SECRET: {},
})
