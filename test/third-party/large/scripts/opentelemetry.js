import { ZoneContextManager } from '@opentelemetry/context-zone'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { FetchInstrumentation } from '@opentelemetry/instrumentation-fetch'
import { WebTracerProvider } from '@opentelemetry/sdk-trace-web'

new WebTracerProvider().register({ contextManager: new ZoneContextManager() })
registerInstrumentations({
  instrumentations: [
    new FetchInstrumentation({ propagateTraceHeaderCorsUrls: [/session/], measureRequestSize: true }),
  ],
})
