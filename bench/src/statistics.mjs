/** What samples say, and how much of it is chance. */

/** The sample below which a share of all lies. */
export const quantile = (samples, share) =>
  [...samples].sort((a, b) => a - b)[Math.round((samples.length - 1) * share)]

/**
 * How far the median of so many samples is off by chance: its standard error. Goes by the middle half, which a few slow samples do
 * not widen; the factors are those of the normal distribution.
 */
export const medianError = (samples) =>
  (1.253 * (quantile(samples, 0.75) - quantile(samples, 0.25))) / 1.349 / Math.sqrt(samples.length)
