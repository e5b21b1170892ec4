// node build-image.js <Dockerfile> [<build argument>=<value> …]
// Builds the files of an image of the checkout in this folder, and starts its program for a moment.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildStages, startBriefly } from './image-stages.js';

const [dockerfile = '', ...pairs] = process.argv.slice(2);
const args = Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]));
const folder = mkdtempSync(path.join(tmpdir(), 'image-'));
try {
  startBriefly(buildStages(dockerfile, process.cwd(), args, folder));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
