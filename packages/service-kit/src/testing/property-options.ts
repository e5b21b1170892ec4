/** A fixed seed keeps a failing test failing. `FC_RUNS`, `FC_SEED` and `FC_PATH` override. */
export function propertyOptions(numRuns: number): { numRuns: number; seed: number; path?: string } {
  const path = process.env.FC_PATH;
  return {
    numRuns: Number(process.env.FC_RUNS ?? numRuns),
    seed: Number(process.env.FC_SEED ?? 2_026),
    ...(path ? { path } : {}),
  };
}
