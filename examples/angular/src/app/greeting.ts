import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core'
import { nameOf } from '../../site/wall'
import { Reader } from './reader'

@Component({
  selector: 'app-greeting',
  changeDetection: ChangeDetectionStrategy.OnPush,
  styles: ':host { display: contents }',
  template: `
    @if (isUndecided()) {
      <p id="reader">Hello</p>
    } @else {
      <p id="reader">Hello, {{ name() ?? 'stranger' }}</p>
      @if (name()) {
        <button type="button" id="log-out" (click)="identity.logout()">Log out</button>
      } @else {
        <a id="log-in" [href]="loginUrl">Log in</a>
      }
    }
  `,
})
export class Greeting {
  readonly #snapshot = inject(Reader).snapshot
  protected readonly identity = inject(Reader).identity
  protected readonly name = computed(() => nameOf(this.#snapshot()))
  protected readonly isUndecided = computed(() => ['unknown', 'loading'].includes(this.#snapshot().status))
  protected readonly loginUrl = `/login?returnTo=${location.pathname}`
}
