/** The model beside the real thing, as a table and as curves. */
import { markdownTable, terminalTable } from '../report.mjs'
import { knownShare, mean } from './figures.mjs'
import { svgOf, themes } from './plot.mjs'

export function realityReport(results, { count, seconds, step, total }) {
  const part = (values, from, length) => mean(values.slice(from / step, (from + length) / step))
  const { before, outage, after } = seconds
  const rows = []
  const lines = []
  const known = []
  for (const [client, ways] of Object.entries(results)) {
    for (const [way, tally] of Object.entries(ways)) {
      const name = `${client}, ${way === 'model' ? 'simulated' : 'over HTTP'}`
      const share = knownShare(tally)
      rows.push([
        name,
        // What is before is settled in its second half.
        part(tally.request, before / 2, before / 2).toFixed(1),
        part(tally.request, before, outage).toFixed(1),
        Math.max(...tally.request.slice((before + outage) / step)).toFixed(1),
        part(tally.request, before + outage + after / 2, after / 2).toFixed(1),
        `${(part(share, before, outage) * 100).toFixed(0)} %`,
        `${(part(share, before + outage, after) * 100).toFixed(0)} %`,
      ])
      lines.push({ name, values: tally.request })
      known.push({ name, values: share })
    }
  }
  const head = [
    'client',
    'requests a second: before',
    'in the outage',
    'after: highest',
    'after: second half',
    'status known: in the outage',
    'after',
  ]
  const table = [head, ...rows]
  const plot = {
    title: `The model and the real thing: ${count} readers, an outage of ${outage} s`,
    names: lines.map(({ name }) => name),
    x: {
      from: 0,
      to: total,
      ticks: [0, before, before + outage, total].map((second) => [second, `${second} s`]),
      shade: [before, before + outage],
    },
    panels: [
      { title: 'Requests a second', lines, format: (value) => value.toFixed(0) },
      {
        title: 'Readers present whose status is known',
        lines: known,
        most: 1,
        format: (value) => `${value * 100} %`,
      },
    ],
  }
  const plots = Object.fromEntries(themes.map((theme) => [`crowd-reality-${theme}.svg`, svgOf(plot, theme)]))
  const how =
    `${count} readers in browsers of their own, who view a page every few seconds, first simulated, then asking the local ` +
    `account service over HTTP by the clock on the wall: ${before} s of nothing special, ${outage} s of 503, ${after} s after. ` +
    `Averages over ${step} s.`
  const picture =
    '<picture><source media="(prefers-color-scheme: dark)" srcset="crowd-reality-dark.svg">' +
    '<img src="crowd-reality-light.svg" alt="Curves of the model and of the real thing"></picture>'
  return {
    text: `${how}\n\n${terminalTable(table)}`,
    markdown: `# Is the model true?\n\nWritten by \`npm run verify crowd -- --reality\`; do not edit.\n\n${how}\n\n${markdownTable(table)}\n\n${picture}\n`,
    plots,
  }
}
