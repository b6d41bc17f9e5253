/** The reader's own client, in place of the one that samples name. It is kept in the reader's browser and goes nowhere. */
const KEY = 'portico-docs-client'

/** What samples say. */
export const SAMPLE = {
  clientId: 'your-client-id',
  sessionDomain: 'https://id.site.com',
  redirectUri: 'https://site.com/callback',
}

export type Client = typeof SAMPLE

/** The reader's own values; those of the samples where they have given none. */
export function readClient(): Client {
  try {
    const kept: Partial<Client> = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    const entries = Object.entries(SAMPLE).map(([name, value]) => [name, kept[name as keyof Client] || value])
    return Object.fromEntries(entries) as Client
  } catch {
    return { ...SAMPLE }
  }
}

/** Keeps the reader's own values. Where storage is denied, they last until the page is left. */
export function keepClient(client: Client): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(client))
  } catch {}
}

/** What a piece of text said at first. */
const originals = new WeakMap<Text, string>()

/** Puts a client into the samples of a page, whatever stood there before. */
export function fillSamples(page: Document, client: Client): void {
  for (const code of page.querySelectorAll('.vp-doc pre code')) {
    const walker = page.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node as Text
      const original = originals.get(text) ?? text.data
      let filled = original
      for (const name of Object.keys(SAMPLE) as (keyof Client)[])
        filled = filled.replaceAll(SAMPLE[name], client[name])
      if (filled === text.data) continue
      originals.set(text, original)
      text.data = filled
    }
  }
}
