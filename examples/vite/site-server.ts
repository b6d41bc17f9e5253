/**
 * The server of a site whose page is built by Vite, as part of Vite's own: login, callback, and the rest of an article. What it
 * answers is what your server answers in production.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { beginLogin, finishLogin, preloadScript } from 'portico/server'
import { type Connect, loadEnv, type Plugin } from 'vite'
import { answerReader } from '../site/articles-rest.mjs'
import { clientOf, settingsOf, settingsText } from '../site/page.mjs'
import { afterLogin } from '../site/reader-session.mjs'

const redirect = (response: ServerResponse, setCookies: readonly string[], location: string) =>
  response.writeHead(302, { location, 'set-cookie': [...setCookies] }).end()

/** Reads its settings from `.env`, which the emulator writes. */
export function siteServer(): Plugin {
  const env = loadEnv('', process.cwd(), '')
  const [settings, client] = [settingsOf(env), clientOf(env)]

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? '/', settings.redirectUri)
    if (pathname === '/login') {
      const options = { returnTo: searchParams.get('returnTo'), parameters: { scope: 'openid profile' } }
      const login = await beginLogin(client, request, options)
      // The browser fetches the link ahead, or this is the address of an image.
      if (!login.ok) return response.writeHead(403).end()
      return redirect(response, login.setCookies, login.url)
    }
    if (pathname === '/callback') {
      const login = await finishLogin(client, request)
      return redirect(response, login.setCookies, afterLogin(login, env))
    }
    if (pathname === '/rest' && request.method === 'POST') {
      const headers = new Headers({ 'content-length': `${request.headers['content-length']}` })
      const rest = await answerReader({ headers, text: () => text(request) }, env)
      return response.writeHead(rest.status, { 'cache-control': 'no-store' }).end(rest.text)
    }
    return next()
  }
  const use = ({ middlewares }: { middlewares: Connect.Server }) => {
    middlewares.use((request, response, next) => void answer(request, response, next).catch(next))
  }

  return {
    name: 'site-server',
    configureServer: use,
    configurePreviewServer: use,
    // The page asks who reads while its scripts are still loading.
    transformIndexHtml: () => [
      { tag: 'script', children: preloadScript(settings), injectTo: 'head-prepend' },
      {
        tag: 'script',
        attrs: { type: 'application/json', id: 'settings' },
        children: settingsText(settings),
        injectTo: 'head-prepend',
      },
    ],
  }
}
