import { PlatformLocation } from '@angular/common'
import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core'
import { Router } from '@angular/router'
import { nameOf } from '../../site/wall'
import { Reader } from './reader'

@Component({
  selector: 'app-greeting',
  changeDetection: ChangeDetectionStrategy.OnPush,
  styles: ':host { display: contents }',
  template: `
    <p id="reader">Hello, {{ name() ?? 'stranger' }}</p>
    @if (name()) {
      <button type="button" id="log-out" (click)="reader.logOut()">Log out</button>
    } @else {
      <a id="log-in" [href]="loginUrl()">Log in</a>
    }
  `,
})
export class Greeting {
  readonly #page = inject(PlatformLocation)
  readonly #lastRoute = inject(Router).lastSuccessfulNavigation
  protected readonly reader = inject(Reader)
  protected readonly name = computed(() => nameOf(this.reader.snapshot()))
  protected readonly loginUrl = computed(() => {
    // The link follows the route.
    this.#lastRoute()
    return `/login?${new URLSearchParams({ returnTo: this.#page.pathname })}`
  })
}
