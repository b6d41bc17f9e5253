/** What a file of tests stands on: Varnish, and a back end that answers as it should before each test. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { freePort } from '../../../session-service/test/support/free-port.mjs'
import { type Answer, ask, type Question } from './ask.ts'
import { type BackEnd, startBackEnd } from './back-end.ts'
import { type Changes, startVarnish, type Varnish } from './varnish.ts'

export interface Running {
  readonly backEnd: BackEnd
  readonly proxyPort: number
  /** An article that no test has asked for yet. */
  article(): string
  ask(path: string, question?: Question): Promise<Answer>
}

/** Runs both for the file that calls this, with these changes of `site.vcl`. */
export function useVarnish(site: Changes = {}): Running {
  let backEnd: BackEnd
  let varnish: Varnish
  let articles = 0

  beforeAll(async () => {
    backEnd = await startBackEnd()
    varnish = await startVarnish(backEnd.port, await freePort(), { site })
  })

  beforeEach(() => {
    backEnd.answers({})
    backEnd.requests()
  })

  afterAll(async () => {
    await varnish?.stop()
    await backEnd?.kill()
  })

  return {
    get backEnd() {
      return backEnd
    },
    get proxyPort() {
      return varnish.proxyPort
    },
    article: () => `/article/number-${articles++}`,
    ask: (path, question) => ask(varnish.port, path, question),
  }
}
