/** What is asked of the registry before a release, and what is made of its answers. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'

interface Registry {
  url: string
  /** The packages that it was asked about. */
  asked: string[]
}

/** A registry on this machine that answers the question for advisories like this. */
async function registry(status: number, advisories: object): Promise<Registry> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    response.setHeader('content-type', 'application/json')
    if (request.method === 'POST') {
      asked.push(...Object.keys(JSON.parse(gunzipSync(Buffer.concat(chunks)).toString())))
      response.writeHead(status).end(JSON.stringify(advisories))
    } else response.end(JSON.stringify({ name: request.url?.slice(1), versions: {}, 'dist-tags': {} }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked }
}

/** Runs `npm run verify audit` against a registry. */
function audit(url: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, npm_config_registry: url, npm_config_fetch_retries: '0' }
    const child = spawn(process.execPath, ['scripts/audit.mjs'], { env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    child.on('close', (code) => resolve({ code, output }))
  })
}

const ADVISORY = { id: 1, url: 'https://advisories.example/1', title: 'Bad', vulnerable_versions: '*' }

it('asks about what is shipped, and is content when nothing is known', async () => {
  const { url, asked } = await registry(200, {})
  expect(await audit(url)).toMatchObject({ code: 0, output: expect.stringContaining('nothing is known') })
  expect(asked).toEqual(expect.arrayContaining(['defu', 'hookable', 'ofetch', 'ioredis', 'oidc-provider']))
  expect(asked).not.toContain('vitest')
})

it('names what is known to be vulnerable', async () => {
  const { url } = await registry(200, { ofetch: [{ ...ADVISORY, severity: 'high' }] })
  expect(await audit(url)).toMatchObject({ code: 1, output: expect.stringMatching(/ofetch .*high/) })
})

it('says so when nobody can be asked', async () => {
  const { url } = await registry(405, {})
  expect(await audit(url)).toMatchObject({ code: 2, output: expect.stringContaining('could not be asked') })
})
