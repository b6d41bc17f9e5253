/**
 * What a reader may read of an article, which the session service says to the page. The server renders what it can tell.
 */
import {
  afterRenderEffect,
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  linkedSignal,
} from '@angular/core'
import { getIdentity } from '../../site/identity'
import { followWall, nameOf, type Wall as Shown, TEASER, tryAgain, WAITING } from '../../site/wall'
import { Reader } from './reader'

@Component({
  selector: 'app-wall',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <div class="wall" aria-live="polite">
      <p [id]="wall().shows">{{ wall().text }}</p>
      @if (wall().shows === 'unsure') {
        <button type="button" id="try-again" (click)="tryAgain()">Try again</button>
      }
    </div>
  `,
})
export class Wall {
  readonly slug = input.required<string>()
  readonly #snapshot = inject(Reader).snapshot
  /** Nothing yet for each article that the reader comes to. */
  readonly #looked = linkedSignal<string, Shown | undefined>({
    source: this.slug,
    computation: () => undefined,
  })
  protected readonly wall = computed(() => this.#looked() ?? (nameOf(this.#snapshot()) ? WAITING : TEASER))
  protected readonly tryAgain = () => tryAgain(getIdentity())

  constructor() {
    // In the browser alone.
    afterRenderEffect((onCleanup) => {
      onCleanup(followWall(getIdentity(), this.slug(), (next) => this.#looked.set(next)))
    })
  }
}
