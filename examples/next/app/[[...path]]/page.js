import { headScript, readerOf } from '../../../site/page.mjs'
import { readerSession, settings } from '../../lib/site.js'
import { Identify, LogOut } from './identify.js'

/** Made for its reader, at each request: Next sends it as private, since it reads a cookie. */
export default async function Page({ params }) {
  const { path = [] } = await params
  const address = `/${path.join('/')}`
  const session = await readerSession()
  const known = readerOf(session)
  return (
    <>
      {/* Made by portico/server, and safe within HTML. */}
      <script dangerouslySetInnerHTML={{ __html: headScript(session, settings) }} />
      <h1>The article at {address}</h1>
      {known.name ? (
        <>
          <p id="reader">{`Hello, ${known.name}`}</p>
          <LogOut settings={settings} />
        </>
      ) : (
        <>
          <p id="reader">Hello, stranger</p>
          <a id="log-in" href={`/login?${new URLSearchParams({ returnTo: address })}`}>
            Log in
          </a>
        </>
      )}
      <p>
        The library says: <Identify settings={settings} known={known} />
      </p>
    </>
  )
}
