/**
 * The page's own script. `Portico` is the global of portico.min.js.
 */
import { followChanges, identify, logOut } from './identify.mjs'

const identity = new Portico.Identity(JSON.parse(document.getElementById('settings').textContent))
const { reader, isNew } = document.body.dataset

document.getElementById('log-out')?.addEventListener('click', () => logOut(identity))
document.getElementById('library').textContent = await identify(identity, {
  reader,
  isNew: isNew !== undefined,
})
followChanges(identity, reader)
