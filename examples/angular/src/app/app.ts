import { ChangeDetectionStrategy, Component, inject } from '@angular/core'
import { ARTICLES } from '../../site/articles.mjs'
import { Greeting } from './greeting'
import { Reader } from './reader'
import { Wall } from './wall'

@Component({
  selector: 'harbour-post',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [Greeting, Wall],
  template: `
    <header>
      <p class="name">The Harbour Post</p>
      <app-greeting />
    </header>
    <main>
      <h1>{{ article.headline }}</h1>
      <p>{{ article.beginning }}</p>
      <app-wall />
    </main>
    <footer>
      <p>The library says: <output id="library">{{ snapshot().reason ?? snapshot().status }}</output></p>
    </footer>
  `,
})
export class App {
  protected readonly article = ARTICLES.article
  protected readonly snapshot = inject(Reader).snapshot
}
