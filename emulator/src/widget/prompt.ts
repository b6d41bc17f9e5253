// The prompt itself: who you seem to be, and three ways to answer. Built without markup strings, in a shadow
// root with a constructed style sheet, so that it works under a strict Content-Security-Policy.

import { styles } from './styles.ts'
import { textsFor } from './texts.ts'

export interface PromptActions {
  readonly onContinue: () => void
  readonly onNotYou: () => void
  readonly onClose: () => void
}

export interface PromptFacts {
  readonly displayText: string
  readonly clientName?: string
  readonly locale?: string
}

export function buildPrompt(root: ShadowRoot, facts: PromptFacts, actions: PromptActions): HTMLElement {
  const texts = textsFor(facts.locale)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]

  const prompt = element('section', 'prompt')
  prompt.setAttribute('role', 'dialog')
  prompt.setAttribute('aria-labelledby', 'title')
  prompt.setAttribute('lang', texts.lang)
  prompt.dataset.testid = 'simplified-login'
  prompt.tabIndex = -1

  const title = element('h2', 'title', texts.continueTo(facts.clientName ?? location.hostname))
  title.id = 'title'
  const close = button('close', texts.close, actions.onClose, 'widget-close')
  close.textContent = ''
  close.setAttribute('aria-label', texts.close)
  close.append(cross())

  const who = element('p', 'who')
  const avatar = element('span', 'avatar', facts.displayText.slice(0, 1).toUpperCase())
  avatar.setAttribute('aria-hidden', 'true')
  who.append(avatar, element('span', 'name', facts.displayText))

  const goOn = button('primary', texts.continueAs(facts.displayText), actions.onContinue, 'widget-continue')
  const notYou = button('link', texts.notYou, actions.onNotYou, 'widget-not-you')
  prompt.append(title, close, who, goOn, notYou)
  prompt.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    actions.onClose()
  })
  root.append(prompt)
  return prompt
}

function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

function button(className: string, text: string, onClick: () => void, testId: string): HTMLElement {
  const made = element('button', className, text)
  made.setAttribute('type', 'button')
  made.dataset.testid = testId
  made.addEventListener('click', onClick)
  return made
}

function cross(): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 16 16')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', 'M3 3l10 10M13 3L3 13')
  svg.append(path)
  return svg
}
