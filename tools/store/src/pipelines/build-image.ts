// node build-image.js <Dockerfile> [<build argument>=<value> …]
// Builds the files of an image of the checkout in this folder, and starts its program for a moment. Outputs a digest,
// as the action does: of the arguments, since there is no image.
import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildStages, startBriefly } from './image-stages.js';

const [dockerfile = '', ...pairs] = process.argv.slice(2);
const args = Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]));
const folder = mkdtempSync(path.join(tmpdir(), 'image-'));
try {
  startBriefly(buildStages(dockerfile, process.cwd(), args, folder));
  const digest = createHash('sha256').update(process.argv.slice(2).join(' ')).digest('hex');
  if (process.env['GITHUB_OUTPUT']) appendFileSync(process.env['GITHUB_OUTPUT'], `digest=sha256:${digest}\n`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
