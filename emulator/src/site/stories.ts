// What the demo publishers print. All invented.

import type { Publisher } from '../publishers.ts'

export interface Story {
  readonly section: string
  readonly headline: string
  readonly text: string
}

export interface Edition {
  readonly motto: string
  readonly sections: readonly string[]
  readonly lead: Story
  readonly stories: readonly Story[]
}

const HARBOUR_POST: Edition = {
  motto: 'News from the quay, the town and the islands since 1893',
  sections: ['Town', 'Islands', 'Business', 'Culture', 'Weather'],
  lead: {
    section: 'Islands',
    headline: 'The ferry that would not retire is given ten more years',
    text:
      'She was due at the breakers in spring. Then the islanders counted the hours the new catamaran had spent ' +
      'waiting for calmer water, and asked for the old boat back. On Thursday the council agreed, by one vote.',
  },
  stories: [
    {
      section: 'Town',
      headline: 'Night buses return to the hill, after four years of taxis',
      text: 'Two lines, one at midnight and one at half past two, start with the first of the month.',
    },
    {
      section: 'Business',
      headline: 'Rope works takes on twelve apprentices',
      text: 'Nobody in town had learned the trade since 1988. Orders for natural fibre have trebled.',
    },
    {
      section: 'Culture',
      headline: 'A lighthouse for one reader at a time',
      text: 'The smallest library on the coast lends its only chair by the hour. It is booked until June.',
    },
  ],
}

const FELL_AND_FJORD: Edition = {
  motto: 'The outdoor weekly',
  sections: ['Routes', 'Snow', 'Water', 'Gear', 'Huts'],
  lead: {
    section: 'Huts',
    headline: 'Five huts you reach by train, and one you reach by rowing',
    text:
      'No car, no parking, no alarm clock before seven. We tried six weekends that start at a platform, and ' +
      'slept well on five of them. The sixth had the best view and the worst oars.',
  },
  stories: [
    {
      section: 'Snow',
      headline: 'How to read a slope in ten minutes',
      text: 'A mountain guide on the three things she looks at before she puts on her skis.',
    },
    {
      section: 'Gear',
      headline: 'The repair is the review',
      text: 'We wore seven jackets for three winters and then asked what it costs to mend them.',
    },
    {
      section: 'Water',
      headline: 'Cold, flat and quiet: sea kayaking in November',
      text: 'Half the light, none of the traffic, and coffee that tastes better than it is.',
    },
  ],
}

/** The edition of a publisher. */
export function editionOf({ key }: Publisher): Edition {
  return key === 'site' ? HARBOUR_POST : FELL_AND_FJORD
}
