import { ChangeDetectionStrategy, Component, DestroyRef, inject, signal } from '@angular/core'
import { followWall, tryAgain, WAITING } from '../../site/wall'
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
  readonly #identity = inject(Reader).identity
  protected readonly wall = signal(WAITING)
  protected readonly tryAgain = () => tryAgain(this.#identity)

  constructor() {
    inject(DestroyRef).onDestroy(followWall(this.#identity, 'article', (next) => this.wall.set(next)))
  }
}
