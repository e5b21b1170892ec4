import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MODULE = path.join(import.meta.dirname, 'dev.js');
const SERVER = `
process.on('SIGTERM', () => {
  console.log('stopped');
  process.exit(0);
});
console.log('started');
setTimeout(() => undefined, 3_000);`;

it('stops the dev server of a frontend with the command', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'rangavalli-dev-'));
  await writeFile(path.join(folder, 'server.cjs'), SERVER);
  const script = `import(${JSON.stringify(MODULE)}).then((it) => it.developFrontend('.', 'server.cjs'))`;
  const command = spawn(process.execPath, ['-e', script], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  command.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(command.stdout, 'data');
  command.kill();
  // Both processes write to it.
  await once(command.stdout, 'end');
  expect(output).toBe('started\nstopped\n');
  await rm(folder, { recursive: true });
});
