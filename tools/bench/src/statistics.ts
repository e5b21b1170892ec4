export interface Times {
  count: number;
  p50: number;
  p99: number;
  max: number;
}

export function summarize(durations: readonly number[]): Times {
  const sorted = durations.toSorted((a, b) => a - b);
  const percentile = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { count: sorted.length, p50: percentile(0.5), p99: percentile(0.99), max: sorted.at(-1) ?? 0 };
}

/** Returns the middle value; of an even number of values the higher of the two. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const mapValues = <T, U>(
  values: Readonly<Record<string, T>>,
  map: (value: T, key: string) => U,
): Record<string, U> => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]));
