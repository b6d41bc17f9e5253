import { ChangeDetectionStrategy, Component, inject } from '@angular/core'
import { RouterLink, RouterOutlet } from '@angular/router'
import { Greeting } from './greeting'
import { Reader } from './reader'

@Component({
  selector: 'harbour-post',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [Greeting, RouterLink, RouterOutlet],
  template: `
    <header>
      <p class="name">The Harbour Post</p>
      <app-greeting />
    </header>
    <nav>
      <a routerLink="/">Front page</a> <a routerLink="/article">The Sunday boat</a>
      <a routerLink="/another">Night buses</a>
    </nav>
    <router-outlet />
    <footer>
      <p>The library says: <output id="library">{{ snapshot().reason ?? snapshot().status }}</output></p>
    </footer>
  `,
})
export class App {
  protected readonly snapshot = inject(Reader).snapshot
}
