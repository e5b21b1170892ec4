declare module 'jest-light-runner' {
  type Test = Readonly<{ path: string }>;

  interface LightRunner {
    runTests(tests: readonly Test[], ...rest: unknown[]): Promise<void>;
  }
  export function createRunner(options: { runtime: 'child_process' }): new (...jestArguments: unknown[]) => LightRunner;
}
