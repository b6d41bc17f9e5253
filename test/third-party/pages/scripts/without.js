/** Takes natives away, as browsers were without them: a polyfill does nothing where there is one. */
export function without(...names) {
  for (const name of names) delete window[name]
}
