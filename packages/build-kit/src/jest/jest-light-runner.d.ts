declare module 'jest-light-runner' {
  export function createRunner(options: { runtime: 'child_process' }): new (...jestArguments: unknown[]) => object;
}
