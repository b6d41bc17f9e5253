'use client'

import { useSession } from 'portico/react'
import { useEffect, useState } from 'react'
import { getIdentity } from '@/site/identity'
import { followWall, type Wall as Looked, nameOf, TEASER, tryAgain, WAITING } from '@/site/wall'

/** What a reader may read of an article. The session service tells the page. The server renders what it knows. */
export function Wall({ slug }: { slug: string }) {
  const isKnown = useSession(getIdentity, (snapshot) => nameOf(snapshot) !== undefined)
  const [looked, setLooked] = useState<Looked>()
  useEffect(() => {
    const stop = followWall(getIdentity(), slug, setLooked)
    return () => {
      stop()
      // With `cacheComponents`, Next keeps this part while it is hidden. What it shows later has to be looked up again.
      setLooked(undefined)
    }
  }, [slug])
  const { shows, text } = looked ?? (isKnown ? WAITING : TEASER)
  return (
    <div className="wall" aria-live="polite">
      <p id={shows}>{text}</p>
      {shows === 'unsure' && (
        <button type="button" id="try-again" onClick={() => tryAgain(getIdentity())}>
          Try again
        </button>
      )}
    </div>
  )
}
