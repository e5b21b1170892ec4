import { explain, Refusal, say } from '../report.js';

/** A step's result for people; `late` of the passed ones did so at the second try only. */
export const outcome = ({ passed, failed, late }: { passed: number; failed: number; late: number }): string =>
  `${passed} passed, ${failed} failed${late > 0 ? `, ${late} at the second try` : ''}`;

/** Counts what passed and failed over all checks of `npm test`. */
export class Tally {
  passed = 0;
  failed = 0;

  add({ passed, failed }: { passed: number; failed: number }): void {
    this.passed += passed;
    this.failed += failed;
  }

  /** Runs a check that counts as one; one that throws has failed, is explained, and the others go on. */
  async one(check: () => Promise<void>): Promise<boolean> {
    return this.many(async () => {
      await check();
      return { passed: 1, failed: 0 };
    });
  }

  /** Runs a check that counts itself; one that throws counts as one failed. */
  async many(check: () => Promise<{ passed: number; failed: number }>): Promise<boolean> {
    try {
      const result = await check();
      this.add(result);
      return result.failed === 0;
    } catch (error) {
      this.add({ passed: 0, failed: 1 });
      explain(error instanceof Error ? error : new Refusal(String(error)));
      return false;
    }
  }

  /** Prints the closing line and gives the exit code: 1 when anything failed, and when nothing ran. */
  close(): number {
    say();
    say(`${this.passed} passed, ${this.failed} failed`);
    return this.failed > 0 || this.passed === 0 ? 1 : 0;
  }
}
