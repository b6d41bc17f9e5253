import { define } from 'portico/element'
import { getIdentity } from '../site/identity'
import { followWall, tryAgain } from '../site/wall'

define()
const identity = getIdentity()

const [text, button] = document.querySelectorAll<HTMLElement>('.wall > *')
followWall(identity, 'article', (wall) => {
  text.id = wall.shows
  text.textContent = wall.text
  button.hidden = wall.shows !== 'unsure'
})
button.addEventListener('click', () => tryAgain(identity))

const library = document.getElementById('library') as HTMLElement
const tell = () => {
  const { reason, status } = identity.getSnapshot()
  library.textContent = reason ?? status
}
identity.subscribe(tell)
tell()
