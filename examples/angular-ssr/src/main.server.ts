import { mergeApplicationConfig } from '@angular/core'
import { type BootstrapContext, bootstrapApplication } from '@angular/platform-browser'
import { provideServerRendering, RenderMode, withRoutes } from '@angular/ssr'
import { App } from './app/app'
import { config } from './app/config'

// Each page is made for its reader, so none is made when the site is built.
const routes = withRoutes([{ path: '**', renderMode: RenderMode.Server }])
const onServer = mergeApplicationConfig(config, { providers: [provideServerRendering(routes)] })

export default (context: BootstrapContext) => bootstrapApplication(App, onServer, context)
