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

/** Of `parseArgs`, whose messages have further sentences about its syntax. */
const isArgumentError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');

export function explain(error: unknown): void {
  if (error instanceof Refusal) console.error(`\n${error.message}`);
  else if (isArgumentError(error)) console.error(`\n${error.message.split(/(?<=\.)\s/, 1)[0]}`);
  else console.error(error);
}
