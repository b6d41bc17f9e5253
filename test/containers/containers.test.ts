/**
 * The two images and the services of the compose file, as podman builds and runs them. Not part of `npm run test:all`: run by
 * `npm run verify containers`, on Linux, as root.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../session-service/test/support/free-port.mjs'
import { launch } from '../session-service/support/browser.ts'
import { type Engine, newEngine } from './support/engine.ts'
import { buildImage, makeImagesOfCompose, makeNodeImage } from './support/images.ts'
import { openReader, type Reader, startSite } from './support/reader.ts'

const SERVICE = 'portico-session-service'
const COMPOSE = fileURLToPath(new URL('../../session-service/compose', import.meta.url))
const ORIGIN = 'http://id.site.localhost:8080'

let engine: Engine
let browser: Browser
let endSite: () => void
/** A command of podman, its words apart from each other by one space; further words may hold spaces. */
const podman = (command: string, ...words: string[]): Promise<string> =>
  engine.run(['podman', ...command.split(' '), ...words])

/** Waits until a program that was started answers. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((then) => setTimeout(then, 250)))
    if (await isSo().catch(() => false)) return
  throw new Error('nothing answered within a minute')
}

/** Prints whether a service has its store and its provider, which is installed as it starts. */
const ASK = `fetch('http://127.0.0.1:9090/ready').then((answer) => answer.json())
  .then(({ store, provider }) => console.log(store && provider))`
const isReady = async (container: string): Promise<boolean> =>
  (await podman(`exec ${container} node -e`, ASK)) === 'true'

beforeAll(async () => {
  engine = newEngine()
  await makeNodeImage(engine)
  await buildImage(engine, 'session-service', SERVICE)
  await buildImage(engine, 'emulator', 'portico-emulator')
  await makeImagesOfCompose(engine)
  endSite = await startSite()
  browser = await launch('chromium')
}, 600_000)

afterAll(async () => {
  await browser?.close()
  endSite?.()
  await engine?.remove()
}, 120_000)

describe('the image of the emulator', () => {
  it('shows its demo site on the network of its host', async () => {
    const port = await freePort()
    await podman(`run --detach --name emulator --network host portico-emulator --port ${port}`)
    const page = await browser.newPage()
    await until(async () => (await page.goto(`http://www.site.localhost:${port}/`))?.ok() === true)
    expect(await page.title()).toContain('The Harbour Post')
    await page.close()
    await podman('rm --force --time 0 emulator')
  })
})

describe('the services of the compose file', () => {
  let folder: string
  let reader: Reader
  const compose = (...args: string[]): Promise<string> =>
    engine.run(['podman-compose', '--project-name', 'portico', ...args], { cwd: folder })
  const container = (name: string): string => `portico_${name}_1`

  beforeAll(async () => {
    folder = join(engine.folder, 'compose')
    cpSync(COMPOSE, folder, { recursive: true })
    await compose('up', '--detach')
    await until(() => isReady(container('service-2')))
    reader = await openReader(browser, ORIGIN)
  }, 240_000)

  afterAll(async () => {
    await compose('down', '--volumes')
  })

  it('run as a user who is not root', async () => {
    expect(await podman(`exec ${container('service-1')} id --user --name`)).toBe('node')
  })

  it('are healthy by the check of their image', async () => {
    await podman(`healthcheck run ${container('service-1')}`)
  })

  it('log a reader in', async () => {
    expect(await reader.told()).toBe(400)
    await reader.logIn('Kari')
    expect(await reader.told()).toBe('Kari')
  })

  it('go on when one of the two services is killed', async () => {
    await podman(`kill ${container('service-1')}`)
    await until(async () => (await reader.told()) === 'Kari')
    await podman(`start ${container('service-1')}`)
  })

  it('keep readers when the store is killed and started again', async () => {
    await podman(`kill ${container('valkey')}`)
    await podman(`start ${container('valkey')}`)
    await until(async () => (await reader.told()) === 'Kari')
  })

  it('log a reader out', async () => {
    await reader.logOut()
    expect(await reader.told()).toBe(400)
  })

  it('keep readers in the volume of the image, without any other store', async () => {
    for (const name of ['balancer', 'service-1', 'service-2']) await podman(`stop ${container(name)}`)
    const options = JSON.parse(readFileSync(join(folder, 'session-service.json'), 'utf8'))
    const file = join(folder, 'one-machine.json')
    writeFileSync(file, JSON.stringify({ ...options, store: 'sqlite:/var/lib/session-service/sessions.db' }))
    const secrets = ['COOKIE', 'IDENTITY', 'SIGNATURE'].map(
      (name) => `--env ${name}_SECRET=the-secret-of-this-machine-for-${name}`,
    )
    const run = (): Promise<string> =>
      podman(
        `run --detach --name one --network portico_default --publish 127.0.0.1:8080:8080 --volume one:/var/lib/session-service \
--volume ${file}:/home/node/session-service.json:ro ${secrets.join(' ')} \
--env PROVIDER_SECRET=the-secret-of-the-session-service ${SERVICE}`,
      )
    await run()
    await until(() => isReady('one'))
    const other = await openReader(browser, ORIGIN)
    await other.logIn('Ola')
    await podman('rm --force --time 0 one')
    await run()
    await until(() => isReady('one'))
    expect(await other.told()).toBe('Ola')
    await podman('rm --force --time 0 one')
  })
})
