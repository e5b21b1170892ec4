const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

export const print = (line = ''): void => console.log(line);

export async function step<T>(title: string, run: (note: (text: string) => void) => Promise<T>): Promise<T> {
  const started = performance.now();
  let notes = '';
  try {
    const result = await run((text) => (notes += ` (${text})`));
    print(`✓ ${title}${notes} ${seconds(started)}`);
    return result;
  } catch (error) {
    print(`✗ ${title} ${seconds(started)}`);
    throw error;
  }
}

/** Printed without a stack. */
export class Refusal extends Error {}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function explain(error: unknown): void {
  if (error instanceof Refusal) console.error(`\n${error.message}`);
  else console.error(error);
}
