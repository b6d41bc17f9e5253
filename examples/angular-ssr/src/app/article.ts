import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core'
import { articleAt } from '../../site/articles.mjs'
import { Wall } from './wall'

@Component({
  selector: 'app-article',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [Wall],
  template: `
    <main>
      <h1>{{ article()?.headline }}</h1>
      <p>{{ article()?.beginning }}</p>
      <app-wall [slug]="slug()" />
    </main>
  `,
})
export class Article {
  readonly slug = input.required<string>()
  protected readonly article = computed(() => articleAt(this.slug()))
}
