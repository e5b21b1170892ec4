import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startTestProcess } from './test-process.js';

describe('a process of a test', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'process-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is killed when it does not stop by itself', async () => {
    const program = path.join(folder, 'main.cjs');
    writeFileSync(
      program,
      `require('http').createServer((request, response) => response.end()).listen(process.env.PORT, '127.0.0.1');
      process.on('SIGTERM', () => console.log('refused to stop'));`,
    );
    const lines: string[] = [];
    const running = await startTestProcess(pathToFileURL(program), {}, (line) => lines.push(line));
    await running.stop(500);
    await expect(fetch(running.url)).rejects.toThrow('fetch failed');
    expect(lines).toEqual(['refused to stop']);
  });
});
