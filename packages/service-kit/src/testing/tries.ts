/**
 * How often a property is tried, and from which seed: the same cases every time, so that a red test stays red until
 * its cause is gone. `FC_RUNS` looks longer, `FC_SEED` elsewhere; both stand in what a failure prints.
 */
export function tries(usual: number): { numRuns: number; seed: number } {
  return { numRuns: Number(process.env.FC_RUNS ?? usual), seed: Number(process.env.FC_SEED ?? 2_026) };
}
