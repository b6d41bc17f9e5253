/**
 * How a page is viewed: on a phone four times slower than this machine and on a mobile network (150 ms of latency for each
 * request, 200 kB/s), both emulated by Chromium. One script, `async` in the head.
 */
import { randomBytes } from 'node:crypto'
import { bundle } from './bundle.mjs'
import { compress } from './server.mjs'

export const CPU_SLOWDOWN = 4
export const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 200_000,
}

/** Tells the browser that all of the script is needed at once, so that it compiles while it loads: for all alike. */
const HINT = '//# allFunctionsCalledOnLoad'

const WATCH = "import { watch } from './src/in-page/view.mjs'"

/**
 * As little as can be done: the fetch; and, to be comparable on the second view, its answer kept in the tab.
 */
export const bare = (url) => `${WATCH}
  const kept = sessionStorage.getItem('bare')
  const ask = async () => {
    const response = await fetch(${JSON.stringify(url)}, { credentials: 'include' })
    const session = await response.json()
    setTimeout(() => sessionStorage.setItem('bare', JSON.stringify(session)))
    return session
  }
  watch(kept ? Promise.resolve(JSON.parse(kept)) : ask())`

/** As little as can be done with what the head snippet has asked. */
export const BARE_WITH_HEAD = `${WATCH}
  const [, , response] = porticoHead
  watch(response.then((answer) => answer.json()))`

/** A client's module, used at once. */
export const using = (code, site) => `${WATCH}
  ${code}
  watch(create(${JSON.stringify(site)}).hasSession())`

/** The script with a comment that nothing can make shorter, until both weigh as many bytes. */
function padTo(bytes, script) {
  const random = randomBytes(2 * bytes).toString('base64')
  let [least, most] = [0, random.length]
  while (least < most) {
    const middle = (least + most) >> 1
    if (compress(`${script}//${random.slice(0, middle)}`).length < bytes) least = middle + 1
    else most = middle
  }
  return `${script}//${random.slice(0, least)}`
}

/** Puts the scripts of all subjects on the server, and gives each its page as `html`. */
export async function publish(server, subjects) {
  const weights = {}
  for (const [name, { code, head = '', sizeOf }] of Object.entries(subjects)) {
    const script = await bundle(code, { format: 'iife', banner: { js: HINT } })
    weights[name] = compress(script).length
    server.script(`/${name}.js`, sizeOf ? padTo(weights[sizeOf], script) : script)
    // The place of the script's number, so that each view has a script of its own.
    subjects[name].html = (number) =>
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>${head}` +
      `<script src="/${name}.js?${number}" async></script></head>` +
      `<body><h1>News</h1>${'<p>A paragraph of an article.</p>'.repeat(20)}</body></html>`
  }
}

/** Opens a page, slowed down; returns the function that views a URL and gives its moments. */
export async function slowPage(context) {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Runtime.enable')
  await cdp.send('Runtime.addBinding', { name: 'reportView' })
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', NETWORK)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  let report
  cdp.on('Runtime.bindingCalled', ({ payload }) => report(JSON.parse(payload)))
  const view = async (url) => {
    let timer
    const moments = new Promise((resolve, reject) => {
      report = resolve
      timer = setTimeout(() => reject(new Error(`No session known on ${url} after 20 s`)), 20_000)
    })
    await page.goto(url, { waitUntil: 'commit' })
    return moments.finally(() => clearTimeout(timer))
  }
  return { page, cdp, view }
}

/** The first view of a page and the next one, which finds the script and the session in the tab's caches. */
export async function viewTwice(server, page, view, name, html) {
  server.page(`/${name}`, html)
  const views = []
  for (const which of ['first', 'cached']) {
    const before = server.calls.length
    const moments = await view(`${server.origin}/${name}?${which}`)
    views.push({ ...moments, calls: server.calls.length - before })
    // What the page keeps after its session is known is no part of the next view.
    await page.waitForTimeout(20)
  }
  return views
}
