/**
 * Is the model true? The same small scene twice: simulated, and with a few hundred instances that ask the local account
 * service over HTTP, by the clock on the wall. `npm run verify crowd -- --reality` draws the curves beside each other.
 */
import { Agent, get } from 'node:http'
import { startEmulator } from '../../../emulator/dist/index.mjs'
import { createClock, randomOf, takeOver } from './clock.mjs'
import { createCrowd } from './crowd.mjs'
import { READERS, SEEDS } from './parameters.mjs'
import { createService } from './service.mjs'

const [SEED] = SEEDS.report

/** Readers who cannot sit still, so that a minute and a half is enough; nobody is logged in. */
const HABITS = { ...READERS, secondsPerView: 6, loggedInShare: 0 }
const COUNT = 300
const VISITS_PER_SECOND = 6
const SECONDS = { before: 25, outage: 25, after: 40 }
const STEP = 2.5
const TOTAL = SECONDS.before + SECONDS.outage + SECONDS.after
export const REALITY = { count: COUNT, seconds: SECONDS, step: STEP, total: TOTAL, clientId: 'harbour-post' }

const KINDS = ['request', 'present', 'known']

/** Runs the scene: `wait` lets a time pass, `turn` makes the service fail and work. */
async function play(clock, service, client, { wait, turn, tally }) {
  const startAt = clock.now
  const crowd = createCrowd(clock, {
    client,
    service,
    random: randomOf(SEED),
    readers: COUNT,
    habits: HABITS,
    onView() {},
  })
  crowd.come(startAt + TOTAL * 1000, () => VISITS_PER_SECOND, VISITS_PER_SECOND)
  for (let second = 0; second < TOTAL; second += STEP) {
    if (second === SECONDS.before) turn(true)
    if (second === SECONDS.before + SECONDS.outage) turn(false)
    await wait(startAt + (second + STEP) * 1000)
    tally.present.push(crowd.known.present)
    tally.known.push(crowd.known.known)
  }
}

const openTally = () => ({ ...Object.fromEntries(KINDS.map((kind) => [kind, []])), asked: [] })

/** Requests a second, from the times at which they were made. */
function close({ asked, ...tally }, startAt) {
  tally.request = Array(TOTAL / STEP).fill(0)
  for (const at of asked) {
    const bin = Math.floor((at - startAt) / 1000 / STEP)
    if (bin < tally.request.length) tally.request[bin] += 1 / STEP
  }
  return tally
}

async function simulated(client) {
  const clock = createClock(Date.UTC(2026, 0, 5))
  const startAt = clock.now
  const giveBack = takeOver(clock, randomOf(SEED + 1))
  try {
    const tally = openTally()
    const service = createService(
      clock,
      randomOf(SEED + 2),
      (kind) => kind === 'request' && tally.asked.push(clock.now),
    )
    const turn = (isDown) => Object.assign(service.state, { trouble: isDown ? '503' : undefined })
    await play(clock, service, client, { wait: clock.runTo, turn, tally })
    return close(tally, startAt)
  } finally {
    giveBack()
  }
}

/** A service for pages that asks the emulator, as a browser of that page would. */
function overHttp(emulator, onAsk) {
  const url = new URL(emulator.url('id.site.localhost', '/v2/session'))
  const agent = new Agent({ keepAlive: true })
  const ask = (address, signal, page) =>
    new Promise((resolve, reject) => {
      onAsk()
      const { search } = new URL(address)
      const headers = { host: url.host, origin: emulator.url('www.site.localhost', '').replace(/\/$/, '') }
      const options = {
        host: '127.0.0.1',
        port: url.port,
        path: url.pathname + search,
        headers,
        agent,
        signal,
      }
      const request = get(options, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part) => {
          text += part
        })
        response.on('end', () => {
          page.waiting.delete(end)
          const { statusCode: status } = response
          resolve({
            status,
            ok: status < 300,
            statusText: `${status}`,
            headers: { get: (name) => response.headers[name] ?? null },
            text: async () => text,
            json: async () => JSON.parse(text),
          })
        })
      })
      const end = () => request.destroy()
      page.waiting.add(end)
      request.on('error', reject)
    })
  return { forReader: () => ({ ask }), close: () => agent.destroy() }
}

async function real(client) {
  const emulator = await startEmulator()
  const clock = {
    get now() {
      return Date.now()
    },
    setTimeout,
    clearTimeout,
  }
  const startAt = clock.now
  const tally = openTally()
  const service = overHttp(emulator, () => tally.asked.push(clock.now))
  try {
    const turn = (isDown) => void emulator.setFaults({ session: isDown ? '503' : 'none' })
    const wait = (until) => new Promise((resolve) => setTimeout(resolve, until - clock.now))
    await play(clock, service, client, { wait, turn, tally })
    return close(tally, startAt)
  } finally {
    service.close()
    await emulator.close()
  }
}

/** @returns for each client its curves, of the model and of the real thing */
export async function compare(clients, onProgress) {
  const results = {}
  for (const client of clients) {
    const model = await simulated(client)
    onProgress(`${client.name}, simulated`)
    results[client.name] = { model, reality: await real(client) }
    onProgress(`${client.name}, over HTTP`)
  }
  return results
}
