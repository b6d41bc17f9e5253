import { useSession } from 'portico/react'
import { useEffect, useState } from 'react'
import { ARTICLES } from '../site/articles.mjs'
import { getIdentity } from '../site/identity'
import { followWall, nameOf, tryAgain, WAITING } from '../site/wall'

export function App() {
  const { article } = ARTICLES
  return (
    <>
      <header>
        <p className="name">The Harbour Post</p>
        <Greeting />
      </header>
      <main>
        <h1>{article.headline}</h1>
        <p>{article.beginning}</p>
        <Wall slug="article" />
      </main>
      <Library />
    </>
  )
}

function Greeting() {
  const snapshot = useSession(getIdentity)
  const name = nameOf(snapshot)
  if (snapshot.status === 'unknown' || snapshot.status === 'loading') return <p id="reader">Hello</p>
  return (
    <>
      <p id="reader">Hello, {name ?? 'stranger'}</p>
      {name ? (
        <button type="button" id="log-out" onClick={() => getIdentity().logout()}>
          Log out
        </button>
      ) : (
        <a id="log-in" href={`/login?returnTo=${location.pathname}`}>
          Log in
        </a>
      )}
    </>
  )
}

function Wall({ slug }: { slug: string }) {
  const [wall, setWall] = useState(WAITING)
  useEffect(() => followWall(getIdentity(), slug, setWall), [slug])
  return (
    <div className="wall" aria-live="polite">
      <p id={wall.shows}>{wall.text}</p>
      {wall.shows === 'unsure' && (
        <button type="button" id="try-again" onClick={() => tryAgain(getIdentity())}>
          Try again
        </button>
      )}
    </div>
  )
}

function Library() {
  const said = useSession(getIdentity, ({ reason, status }) => reason ?? status)
  return (
    <footer>
      <p>
        The library says: <output id="library">{said}</output>
      </p>
    </footer>
  )
}
