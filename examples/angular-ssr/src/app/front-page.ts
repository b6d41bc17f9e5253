import { ChangeDetectionStrategy, Component } from '@angular/core'
import { RouterLink } from '@angular/router'
import { ARTICLES } from '../../site/articles.mjs'

@Component({
  selector: 'app-front-page',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [RouterLink],
  template: `
    <main>
      <h1>Front page</h1>
      @for (article of articles; track article.slug) {
        <section>
          <h2><a [routerLink]="['/', article.slug]">{{ article.headline }}</a></h2>
          <p>{{ article.beginning }}</p>
        </section>
      }
    </main>
  `,
})
export class FrontPage {
  protected readonly articles = Object.entries(ARTICLES).map(([slug, article]) => ({ slug, ...article }))
}
