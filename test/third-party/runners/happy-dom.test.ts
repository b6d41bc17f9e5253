// @vitest-environment happy-dom
// @vitest-environment-options { "url": "https://www.site.example/article" }
/** Tests of publishers, in happy-dom. */
import { describe } from 'vitest'
import { testsOfPublishers } from './tests.ts'

describe('in happy-dom', testsOfPublishers)
