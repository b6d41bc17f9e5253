/**
 * What the paper prints, up to the wall. The rest stands in articles-rest.mjs, which no page imports.
 */

/** @typedef {{ headline: string, beginning: string }} Article */

/** @type {Record<string, Article>} */
export const ARTICLES = {
  article: {
    headline: 'The Sunday boat',
    beginning: 'On the rock there is one house, one chair, and nobody to sit in it.',
  },
  another: {
    headline: 'Night buses return to the hill',
    beginning: 'Two lines, one at midnight and one at half past two, start with the first of the month.',
  },
}

/** The article of an address, or undefined. @param {string | undefined} slug */
export const articleAt = (slug) => (slug && Object.hasOwn(ARTICLES, slug) ? ARTICLES[slug] : undefined)
