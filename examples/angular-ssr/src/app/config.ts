import type { ApplicationConfig } from '@angular/core'
import { provideClientHydration } from '@angular/platform-browser'
import { provideRouter, type UrlSegment, withComponentInputBinding } from '@angular/router'
import { articleAt } from '../../site/articles.mjs'
import { Article } from './article'
import { FrontPage } from './front-page'
import { NotFound } from './not-found'

const isArticle = (_route: unknown, [slug]: UrlSegment[]): boolean => Boolean(articleAt(slug?.path))

const routes = [
  { path: '', pathMatch: 'full' as const, component: FrontPage },
  { path: ':slug', component: Article, canMatch: [isArticle] },
  { path: '**', component: NotFound },
]

export const config: ApplicationConfig = {
  providers: [provideRouter(routes, withComponentInputBinding()), provideClientHydration()],
}
