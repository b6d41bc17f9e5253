import { BatchInterceptor } from '@mswjs/interceptors'
import { FetchInterceptor } from '@mswjs/interceptors/fetch'
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest'

const interceptor = new BatchInterceptor({
  name: 'site',
  interceptors: [new FetchInterceptor(), new XMLHttpRequestInterceptor()],
})
interceptor.on('response', ({ response }) => void response.clone().text())
interceptor.apply()
