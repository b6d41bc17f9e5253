/**
 * What that client says when the widget cannot be shown.
 */
import type { SDKError } from '../../core/errors.ts'
import { inItsWords } from './failure.ts'

/** Gives a failure of the widget that client's message. What it has no words for keeps its own. */
export function widgetFailure(error: SDKError): SDKError {
  if (error.reason !== 'widget-unavailable') return error
  // The widget's script has failed with something. Without a user there is nothing that could have.
  return inItsWords(
    error,
    'cause' in error ? 'Error when loading simplified login widget content' : 'Missing user data',
  )
}
