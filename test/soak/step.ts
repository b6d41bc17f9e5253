/** A step of a soak: a command of fast-check, of which a failure's replay names every one. */
import fc from 'fast-check'
import type { Tab } from './browser.ts'
import type { Model, TabModel } from './model.ts'
import { at, count, type Soak, settle } from './rules.ts'

export type Step = fc.AsyncCommand<Model, Soak>

/** What a step does to a tab. */
export interface InTab {
  readonly soak: Soak
  readonly model: Model
  readonly index: number
  readonly tab: Tab
  readonly of: TabModel
}

interface Plan<Given> {
  readonly name: string
  /** Whether it makes sense by now. @default always */
  suits?(model: Model, given: Given): boolean
  run(model: Model, soak: Soak, given: Given): Promise<void>
}

/** Makes steps of a plan, by what is drawn for each. */
export const steps = <Given>(drawn: fc.Arbitrary<Given>, plan: Plan<Given>): fc.Arbitrary<Step> =>
  drawn.map((given) => ({
    check: (model) => plan.suits?.(model as Model, given) ?? true,
    async run(model, soak) {
      count(soak.tally.steps, plan.name)
      await plan.run(model, soak, given)
      await settle(soak, model)
    },
    toString: () => `${plan.name} ${JSON.stringify(given)}`,
  }))

interface TabPlan<Given> {
  readonly name: string
  suits?(of: TabModel, model: Model): boolean
  run(step: InTab, given: Given): Promise<void>
}

/** Makes steps in one of the tabs that are open by then. */
export const inTab = <Given>(
  drawn: fc.Arbitrary<Given>,
  { name, suits, run }: TabPlan<Given>,
): fc.Arbitrary<Step> =>
  steps(fc.tuple(fc.nat({ max: 3 }), drawn), {
    name,
    suits: (model, [tab]) => {
      const of = model.tabs[tab]
      return !!of && (suits?.(of, model) ?? true)
    },
    run(model, soak, [index, given]) {
      const [tab, of] = at(soak.browser, model, index)
      return run({ soak, model, index, tab, of }, given)
    },
  })

export const NOTHING: fc.Arbitrary<null> = fc.constant(null)
