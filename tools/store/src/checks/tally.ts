import { explain, print } from '@rangavalli/build-kit/command/report';

interface Counts {
  passed: number;
  failed: number;
}

export const formatOutcome = ({ passed, failed, retried }: Counts & { retried: number }): string =>
  `${passed} passed, ${failed} failed${retried > 0 ? `, ${retried} at the second attempt` : ''}`;

export function countError(error: unknown): Counts {
  explain(error);
  return { passed: 0, failed: 1 };
}

export class Tally {
  private passed = 0;
  private failed = 0;

  one(check: () => Promise<void>): Promise<boolean> {
    return this.many(() => check().then(() => ({ passed: 1, failed: 0 })));
  }

  async many(check: () => Promise<Counts>): Promise<boolean> {
    const counts = await check().catch(countError);
    this.passed += counts.passed;
    this.failed += counts.failed;
    return counts.failed === 0;
  }

  /** @returns the exit code: 1 when anything failed, and when nothing ran */
  close(): number {
    print(`\n${this.passed} passed, ${this.failed} failed`);
    return this.failed > 0 || this.passed === 0 ? 1 : 0;
  }
}
