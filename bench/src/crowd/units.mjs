/** How numbers are written in the reports of the crowd. */
export const times = (value) => `${value.toFixed(2)} ×`
/** With a digit after the point where it decides. */
export const percent = (share) => `${(share * 100).toFixed(share > 0.9 && share < 0.97 ? 1 : 0)} %`
export const seconds = (value) =>
  value === Number.POSITIVE_INFINITY ? 'not in ten minutes' : `${Math.round(value)} s`
