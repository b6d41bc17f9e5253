/** Anchors of headings, by the rules of GitHub: so a link leads to the same heading in the repository and on the site. */

/** A heading as its reader sees it: without the marks of code, links, emphasis and HTML. */
const shown = (heading) =>
  heading
    .replace(/<[^>]+>/g, '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')

/** The anchor of a heading: the first of its name on a page. */
export const slugOf = (heading) =>
  shown(heading)
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
