/**
 * The popup that an instance has opened last, as a member that a page may read and assign.
 */

/** Closes it, unless it is closed. */
export function closePopup(instance: { popup: Window }): void {
  if (!instance.popup) return
  if (!instance.popup.closed) instance.popup.close()
  // That client's types say that there is one in any case.
  Object.assign(instance, { popup: null })
}
