/**
 * How often a property is tried, and from which seed: the same cases every time, so that a red test stays red until
 * its cause is gone. `FC_RUNS` looks longer, `FC_SEED` elsewhere, `FC_PATH` at one case; seed and path stand in what a
 * failure prints.
 */
export function propertyOptions(usual: number): { numRuns: number; seed: number; path?: string } {
  const path = process.env.FC_PATH;
  return {
    numRuns: Number(process.env.FC_RUNS ?? usual),
    seed: Number(process.env.FC_SEED ?? 2_026),
    ...(path ? { path } : {}),
  };
}
