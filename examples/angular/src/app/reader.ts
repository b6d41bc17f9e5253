/**
 * Who is reading, as a signal. A signal makes Angular render again, with zone.js and without.
 */
import { DestroyRef, Injectable, inject, signal } from '@angular/core'
import { getIdentity } from '../../site/identity'

@Injectable({ providedIn: 'root' })
export class Reader {
  readonly identity = getIdentity()
  readonly snapshot = signal(this.identity.getSnapshot())

  constructor() {
    const stop = this.identity.subscribe((snapshot) => this.snapshot.set(snapshot))
    inject(DestroyRef).onDestroy(stop)
    this.identity.isLoggedIn()
  }
}
