import { ChangeDetectionStrategy, Component, inject, RESPONSE_INIT } from '@angular/core'

@Component({
  selector: 'app-not-found',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: '<main><h1>There is no such page</h1></main>',
})
export class NotFound {
  constructor() {
    const response = inject(RESPONSE_INIT, { optional: true })
    if (response) response.status = 404
  }
}
