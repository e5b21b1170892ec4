import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { identify } from '@rangavalli/database/process-identity';
import { claim, holderOf } from './claim.js';

const PROCESSES = 6;
const CLAIMS = 150;
const STALE = JSON.stringify({ pid: process.pid, startTime: 'another' });

/** Claims one file after the other, prints which it has, and keeps them until its input ends. */
const CLAIM_ALL = `
import { claim } from ${JSON.stringify(new URL('claim.js', import.meta.url).href)};
const won = [];
process.stdout.write('ready ');
process.stdin.once('data', () => {
  for (let index = 0; index < ${CLAIMS}; index++)
    try {
      claim(process.argv[1] + '/' + index, () => new Error('refused'));
      won.push(index);
    } catch (error) {
      if (error.message !== 'refused') throw error;
    }
  process.stdout.write(JSON.stringify(won) + '\\n');
});
`;

describe('a claim', () => {
  let folder: string;
  const file = (): string => path.join(folder, 'lock');
  const refusal = (pid: number): Refusal => new Refusal(`process ${pid} has it`);
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'claim-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('that is new, damaged or of a process that has ended is won by one of many processes', async () => {
    const files = Array.from({ length: CLAIMS }, (_, index) => String(index));
    for (const [index, name] of files.entries()) {
      const content = [undefined, '', STALE][index % 3];
      if (content !== undefined) writeFileSync(path.join(folder, name), content);
    }
    const args = ['--input-type=module', '--eval', CLAIM_ALL, folder];
    const children = Array.from({ length: PROCESSES }, () =>
      spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    const ended = children.map((child) => once(child, 'exit'));
    await Promise.all(children.map((child) => once(child.stdout, 'data')));
    const results = children.map((child) => once(child.stdout.setEncoding('utf8'), 'data'));
    for (const child of children) child.stdin.write('go');
    const won = (await Promise.all(results)).flatMap(([line]) => JSON.parse(line as string) as number[]);
    for (const child of children) child.stdin.end();
    await Promise.all(ended);
    expect(won.toSorted((a, b) => a - b)).toEqual(files.map(Number));
    expect(readdirSync(folder).toSorted()).toEqual(files.toSorted());
  });

  it('is refused to others until it ends', () => {
    const end = claim(file(), refusal);
    expect(holderOf(file())).toBe(process.pid);
    expect(() => claim(file(), refusal)).toThrow(`process ${process.pid} has it`);
    end();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is not ended by a process that has lost it', () => {
    const end = claim(file(), refusal);
    const other = JSON.stringify(identify(process.ppid));
    writeFileSync(file(), other);
    end();
    expect(readFileSync(file(), 'utf8')).toBe(other);
  });

  it('replaces what a process left that was killed while it replaced one', () => {
    for (const name of ['lock', 'lock.takeover']) writeFileSync(path.join(folder, name), STALE);
    claim(file(), refusal);
    expect(holderOf(file())).toBe(process.pid);
    expect(readdirSync(folder)).toEqual(['lock']);
  });

  it('works in a file system without hard links', () => {
    const { linkSync } = fs;
    let links = 0;
    fs.linkSync = () => {
      links += 1;
      throw Object.assign(new Error('no links'), { code: 'EPERM' });
    };
    syncBuiltinESMExports();
    try {
      writeFileSync(file(), STALE);
      const end = claim(file(), refusal);
      expect(() => claim(file(), refusal)).toThrow(`process ${process.pid} has it`);
      end();
      expect(readdirSync(folder)).toEqual([]);
      expect(links).toBeGreaterThan(0);
    } finally {
      fs.linkSync = linkSync;
      syncBuiltinESMExports();
    }
  });
});
