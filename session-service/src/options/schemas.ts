// What options may be. Each message says what to do, and none repeats a secret.

import { z } from 'zod'
import { appearanceSchema } from './appearance.ts'
import type { Secret } from './secret.ts'
import { isWeb, text, webAddress } from './web-address.ts'

const MIN_SECRET_LENGTH = 32
const YEAR_SECONDS = 366 * 86_400

const returnAddress = webAddress('give an https address, such as https://www.site.com/callback').refine(
  (url) => url.length <= 1000 && !url.includes('#'),
  { error: 'give an address of at most 1000 characters, without #' },
)

const SECRET = `give ${MIN_SECRET_LENGTH} characters or more that nobody can guess, such as openssl rand -base64 48 prints`
const oneSecret = text(SECRET).refine((secret) => secret.trim().length >= MIN_SECRET_LENGTH)
/** What a secret may be. */
export const secret: z.ZodType<Secret> = z.union([oneSecret, z.array(oneSecret).min(1, { error: SECRET })], {
  error: SECRET,
})

const seconds = (least: number) => {
  const error = `give a whole number of seconds, from ${least} to ${YEAR_SECONDS}`
  return z.int({ error }).min(least).max(YEAR_SECONDS)
}

const aFunction = z.custom<(...args: never[]) => unknown>((value) => typeof value === 'function', {
  error: 'give a function',
})

const words = z.array(text('give names'), { error: 'give a list of names' })

const siteMembers = {
  clientId: text('give the id that pages give as clientId').max(200, {
    error: 'give at most 200 characters',
  }),
  redirectUris: z
    .array(returnAddress, { error: 'give a list of addresses' })
    .min(1, { error: 'give at least one' }),
  logoutUris: z.array(returnAddress, { error: 'give a list of addresses' }).optional(),
  signatureSecret: secret,
  clientSecret: secret.optional(),
  pairwiseGroup: text('give a name').optional(),
  appearance: appearanceSchema.optional(),
}
/** What a site may be. */
export const siteSchema: z.ZodType = z.strictObject(siteMembers, {
  error: 'give clientId, redirectUris and signatureSecret',
})

const sites = z
  .array(siteSchema, { error: 'give a list of sites' })
  .min(1, { error: 'give at least one site' })

const directory = z.object({ find: aFunction, all: aFunction })

/** What `sites` may be. */
export const sitesSchema = (given: unknown): z.ZodType =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? directory : sites

const HOSTS = 'give a list of hosts, each with origin and sites'

const PROVIDER_SECRET = 'give the secret that the service has at the provider, or a list while it is rotated'
const providerSecret = text(PROVIDER_SECRET)

const PAGES = 'give an https address, or one each for account and phones'

const provider = z
  .strictObject(
    {
      issuer: webAddress('give the issuer as its discovery document has it, such as https://login.site.com'),
      discoveryUrl: webAddress('give the address of the discovery document').optional(),
      clientId: text('give the id that the service has at the provider'),
      clientSecret: z
        .union([providerSecret, z.array(providerSecret).min(1, { error: PROVIDER_SECRET })], {
          error: PROVIDER_SECRET,
        })
        .optional(),
      clientAuthentication: z
        .union([z.enum(['basic', 'post', 'none']), aFunction], { error: 'give basic, post or none' })
        .optional(),
      scopes: words
        .refine((scopes) => scopes.includes('openid'), { error: 'openid must be among them' })
        .optional(),
      prompts: words.optional(),
      acrValues: z.record(z.string(), words, { error: 'give a list of values for each name' }).optional(),
      forward: words.optional(),
      parameters: z
        .record(z.string(), z.string({ error: 'give a text' }), { error: 'give a text for each name' })
        .optional(),
      accountPages: z
        .union(
          [
            webAddress(PAGES),
            z.strictObject({ account: webAddress(PAGES), phones: webAddress(PAGES) }).partial(),
            aFunction,
          ],
          {
            error: PAGES,
          },
        )
        .optional(),
      rpInitiatedLogout: z.boolean({ error: 'give true or false' }).optional(),
      logoutUrl: webAddress('give an https address, such as https://login.site.com/logout').optional(),
      frontChannelLogout: z.boolean({ error: 'give true or false' }).optional(),
      fetch: aFunction.optional(),
      pkce: z.boolean({ error: 'give true or false' }).optional(),
    },
    { error: 'give issuer and clientId' },
  )
  .refine(
    ({ pkce, clientSecret, clientAuthentication: way }) =>
      pkce !== false || clientSecret || typeof way === 'function',
    {
      error: 'only a client with a secret may log in without it',
      path: ['pkce'],
    },
  )

const NAMESPACE = 'give letters, digits, dots and hyphens'
const COOKIE_NAME = 'give a name of letters, digits and hyphens, or false'

const signingKey = z.custom<Record<string, unknown>>(
  (given) => {
    const { kty, crv, d, x, y } = { ...(given as Record<string, unknown>) }
    return kty === 'EC' && crv === 'P-256' && [d, x, y].every((part) => typeof part === 'string')
  },
  { error: 'give a private key as JWK, of the curve P-256' },
)
const SIGNING_KEYS = 'give signingKeys, a list of private keys'

/** What each host has of its own. Its `sites` are a list or a directory, and are checked by themselves. */
const host = {
  origin: webAddress('give the https address of the service, such as https://id.site.com').refine(
    (url) => !isWeb(url) || new URL(url).origin === url,
    { error: 'give scheme and host alone, such as https://id.site.com' },
  ),
  baseDomain: text('give a domain, such as site.com').optional(),
  sites: z.unknown(),
}

const shared = {
  provider,
  store: z.custom<object>((value) => typeof (value as { read?: unknown } | undefined)?.read === 'function', {
    error: 'give a store, such as sqliteStore("sessions.db")',
  }),
  cookieSecret: secret,
  identitySecret: oneSecret,
  sdrnNamespace: z
    .string({ error: NAMESPACE })
    .regex(/^[\w.-]{1,100}$/)
    .optional(),
  cacheSeconds: seconds(1).optional(),
  idleSeconds: seconds(60).optional(),
  absoluteSeconds: seconds(60).optional(),
  refreshAfterSeconds: seconds(0).optional(),
  presenceCookie: z
    .union([z.string().regex(/^[\w-]{1,64}$/, { error: COOKIE_NAME }), z.literal(false)], {
      error: COOKIE_NAME,
    })
    .optional(),
  anonymousStatus: z.union([z.literal(200), z.literal(400)], { error: 'give 200 or 400' }).optional(),
  devices: z.boolean({ error: 'give true or false' }).optional(),
  ids: aFunction.optional(),
  profile: aFunction.optional(),
  isConnected: aFunction.optional(),
  pairId: aFunction.optional(),
  extraMembers: aFunction.optional(),
  access: aFunction.optional(),
  codeRedemption: z
    .strictObject(
      {
        signingKeys: z.array(signingKey, { error: SIGNING_KEYS }).min(1, { error: 'give at least one' }),
      },
      { error: SIGNING_KEYS },
    )
    .optional(),
  page: aFunction.optional(),
  onEvent: aFunction.optional(),
}

/** The options of a service on one domain. */
export const optionsSchema: z.ZodType = z.strictObject(
  { ...host, ...shared },
  { error: 'give the options of the service' },
)

/** The options of a service on several domains, but what is in `hosts`. */
export const sharedSchema: z.ZodType = z.strictObject({
  ...shared,
  hosts: z.array(z.unknown(), { error: HOSTS }).min(1),
})

/** One of `hosts`. */
export const hostSchema: z.ZodType = z.strictObject(host, { error: HOSTS })
