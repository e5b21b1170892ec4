// `npm run rollback -- <slice> [version]`
import { parseArgs } from 'node:util';
import { explain, Refusal } from '@rangavalli/store/report';
import { rollback } from '../rollback.js';
import { configuredStore } from '../store/location.js';

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { force: { type: 'boolean' } } });
  const [slice, version, ...rest] = positionals;
  if (!slice || rest.length > 0) throw new Refusal('usage: npm run rollback -- <slice> [version] [--force]');
  await rollback(configuredStore(), slice, { version, force: values.force });
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
