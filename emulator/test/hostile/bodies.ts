// Bodies made up at random, each with the headers that go with it, or with those of another one.

import fc from 'fast-check'
import { NAMES, noise, text, VALUES } from './words.ts'

/** A query or a form. */
export const pairs: fc.Arbitrary<string> = fc
  .array(
    fc
      .tuple(
        fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...NAMES) }, text),
        fc.oneof(text, fc.constantFrom(...VALUES)),
      )
      .map((pair) => pair.join('=')),
    { maxLength: 6 },
  )
  .map((list) => list.join('&'))

// no switch of the control page in a position that it has: the emulator would do wrong because it was told to
const json = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc
    .tuple(
      fc.constantFrom(
        ...[
          'session',
          'slowMs',
          'clockSkewSeconds',
          'url',
          '__proto__',
          'username',
          'clientId',
          'email',
          'name',
        ],
      ),
      fc.json({ maxDepth: 2 }),
    )
    .map(([name, given]) => `{"${name}":[${given},true]}`),
  fc.constantFrom(
    'null',
    '[]',
    '{',
    '{"url":["http://a",true]}',
    '{"url":{"href":1}}',
    '{"username":"fuzzed"}',
    '{"clientId":"fuzzed","redirectUri":"http://app.site.localhost:3000/"}',
    '{"clientId":"fuzzed","redirectUri":"http://app.site.localhost:3000/","isPublic":true}',
    '{"url":"http://app.site.localhost:3000/\\ud800"}',
    '{"url":"http://localhost/","anyway":true}',
    '[[[[[[[[',
    '"\\ud800"',
  ),
)

const multipart = noise.map(
  (given) => `--x\r\nContent-Disposition: form-data; name="email"\r\n\r\n${given}\r\n--x--\r\n`,
)

const types = fc.constantFrom(
  'application/x-www-form-urlencoded',
  'application/json',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  ';;;',
)

type Framing = (body: string) => string

const withLength =
  (more: number): Framing =>
  (body) =>
    `Content-Length: ${Math.max(0, body.length + more)}\r\n\r\n${body}`
const chunk = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
const chunked: Framing = (body) => `Transfer-Encoding: chunked\r\n\r\n${chunk(body)}`

const framings = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom<Framing>(withLength(0), withLength(0), chunked) },
  fc.constantFrom<Framing>(
    withLength(-3),
    withLength(7),
    (body) => `Content-Length: 1\r\n${chunked(body)}`,
    (body) => `Transfer-Encoding: chunked\r\n\r\nzz\r\n${body}`,
  ),
)

/** The rest of a request after its other headers: nothing, or what describes a body, and the body. */
export const rest: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constant('\r\n') },
  fc
    .tuple(types, framings, fc.oneof(pairs, json, multipart, noise))
    .map(([type, framed, body]) => `Content-Type: ${type}\r\n${framed(body)}`),
)
