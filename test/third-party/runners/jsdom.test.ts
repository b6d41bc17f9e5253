// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://www.site.example/article" }
/** Tests of publishers, in jsdom. */
import { describe } from 'vitest'
import { testsOfPublishers } from './tests.ts'

describe('in jsdom', testsOfPublishers)
