import { HandWrittenAbortController } from '../../hand-written-abort-controller.ts'

window.AbortController = HandWrittenAbortController
// A browser's own fetch would refuse its signals: the site's takes them out.
const { fetch } = window
window.fetch = (input, { signal, ...init } = {}) => fetch(input, init)
