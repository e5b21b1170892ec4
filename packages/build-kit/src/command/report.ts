// What the commands print for people: a line for each step with the time it took.

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Prints a plain line. */
export const say = (line = ''): void => console.log(line);

/** Runs a step and prints `✓ title 1.2 s` (or `✗ …`); rejects as the step does. `note` is added to the line. */
export async function step<T>(title: string, run: (note: (text: string) => void) => Promise<T>): Promise<T> {
  const started = performance.now();
  let notes = '';
  try {
    const result = await run((text) => (notes += ` (${text})`));
    say(`✓ ${title}${notes} ${seconds(started)}`);
    return result;
  } catch (error) {
    say(`✗ ${title} ${seconds(started)}`);
    throw error;
  }
}

/** A refusal with a text for the person at the terminal: printed without a stack. */
export class Refusal extends Error {}

/** Prints what went wrong: a Refusal as its text, anything else with its stack. */
export function explain(error: unknown): void {
  if (error instanceof Refusal) console.error(`\n${error.message}`);
  else console.error(error);
}
