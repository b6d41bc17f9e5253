// The script that publishers' pages load to offer "continue as": defines `openSimplifiedLoginWidget` on the page's
// window, and does nothing until it is called.

import { buildPrompt, type PromptActions } from './prompt.ts'

interface WidgetParams {
  readonly displayText: string
  readonly clientName?: string
  readonly locale?: string
  /** The page's own way of telling its width, and when that changes. */
  readonly windowWidth?: () => number
  readonly windowOnResize?: (listener: () => void) => void
}

type Callback = (() => void) | undefined

const PHONE_WIDTH = 600

let close: (() => void) | undefined

function openSimplifiedLoginWidget(
  params: WidgetParams,
  onContinue: Callback,
  onNotYou: Callback,
  onShown?: Callback,
  onCancelled?: Callback,
): void {
  close?.()
  const host = document.createElement('div')
  // closed first, so that a callback that throws leaves no prompt behind
  const finish = (callback: Callback) => () => {
    close?.()
    callback?.()
  }
  const actions: PromptActions = {
    onContinue: finish(onContinue),
    onNotYou: finish(onNotYou),
    onClose: finish(onCancelled),
  }
  const prompt = buildPrompt(host.attachShadow({ mode: 'open' }), params, actions)

  const fit = (): void => {
    prompt.classList.toggle('phone', (params.windowWidth?.() ?? innerWidth) < PHONE_WIDTH)
  }
  fit()
  params.windowOnResize?.(fit)

  const before = document.activeElement
  close = () => {
    const hadFocus = host.contains(document.activeElement)
    host.remove()
    close = undefined
    if (hadFocus && before instanceof HTMLElement) before.focus()
  }
  document.body.append(host)
  // announced to a screen reader, and next for the keyboard; but nobody who is typing is pulled away from it
  if (!before?.matches('input, textarea, select, [contenteditable]')) prompt.focus()
  onShown?.()
}

Object.assign(window, { openSimplifiedLoginWidget })
