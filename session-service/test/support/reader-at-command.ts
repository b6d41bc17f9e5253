// A reader of a command that runs: they log in over HTTP, and stay known by their cookie.

import type { ScriptedProvider } from './scripted-provider.ts'
import { authorizePath, NAVIGATION } from './service.ts'

/** What a page learns of its reader. */
export interface Told {
  readonly userId?: number
  readonly uuid?: string
  /** 400: nobody. */
  readonly error?: { readonly code: number }
}

/** A process that answers on this machine. */
interface Process {
  readonly port: number
}

export interface ReaderAtCommand {
  /** What this process says to a page. */
  session(command: Process): Promise<Told>
}

/** Logs in a reader whom the provider calls so. */
export async function logInAt(
  command: Process,
  provider: ScriptedProvider,
  sub: string,
): Promise<ReaderAtCommand> {
  provider.claims = { sub, sid: `sid of ${sub}` }
  const visit = ({ port }: Process, path: string, cookie = ''): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { ...NAVIGATION, cookie }, redirect: 'manual' })
  const cookiesOf = (response: Response): string =>
    response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
  const begun = await visit(command, authorizePath())
  const location = begun.headers.get('location') ?? ''
  const back = await visit(command, `/callback${provider.approve(location)}`, cookiesOf(begun))
  const cookie = cookiesOf(back)
  return {
    session: async (asked) =>
      (await visit(asked, '/v2/session?client_sdrn=sdrn:x:client:news', cookie)).json(),
  }
}
