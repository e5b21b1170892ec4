/**
 * Returns fast-check options with a fixed seed, so that a failing test keeps failing. `FC_RUNS`, `FC_SEED` and
 * `FC_PATH` override them; a failure prints seed and path.
 */
export function propertyOptions(numRuns: number): { numRuns: number; seed: number; path?: string } {
  const path = process.env.FC_PATH;
  return {
    numRuns: Number(process.env.FC_RUNS ?? numRuns),
    seed: Number(process.env.FC_SEED ?? 2_026),
    ...(path ? { path } : {}),
  };
}
