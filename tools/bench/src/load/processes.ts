// CPU time and memory of processes, from Linux's /proc.
import { readdirSync, readFileSync } from 'node:fs';
import { sum } from '../statistics.js';

const TICKS_PER_SECOND = 100; // USER_HZ of every Linux

const readStat = (pid: number | string): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' '); // state is field 0, parent 1, utime 11, stime 12
};

const unlessEnded = <T>(read: () => T, fallback: T): T => {
  try {
    return read();
  } catch {
    return fallback;
  }
};

function findTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = unlessEnded(() => Number(readStat(entry)[1]), Number.NaN);
    children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

const sumOverTree = (pid: number, read: (pid: number) => number): number | undefined =>
  unlessEnded(() => sum(findTree(pid).map((one) => unlessEnded(() => read(one), 0))), undefined);

/** Returns the CPU seconds of a process and its descendants so far; a parent's include its ended children's. */
export const cpuSeconds = (pid: number): number | undefined =>
  sumOverTree(pid, (one) => {
    const fields = readStat(one);
    return sum([11, 12, 13, 14].map((field) => Number(fields[field]))) / TICKS_PER_SECOND;
  });

/** Returns the proportional share (PSS) of a process and its descendants, MB. */
export const memoryMb = (pid: number): number | undefined =>
  sumOverTree(
    pid,
    (one) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024,
  );

export class CpuMeter {
  private readonly before = new Map<string, number | undefined>();

  constructor(private readonly pids: Readonly<Record<string, number>>) {
    for (const [name, pid] of Object.entries(pids)) this.before.set(name, cpuSeconds(pid));
  }

  read(): Record<string, number> {
    return Object.fromEntries(
      Object.entries(this.pids).map(([name, pid]) => [name, (cpuSeconds(pid) ?? 0) - (this.before.get(name) ?? 0)]),
    );
  }
}

/** Returns microseconds per request by process; omits less than one. */
export const cpuPerRequest = (cpu: Record<string, number>, requests: number): Record<string, number> =>
  Object.fromEntries(
    Object.entries(cpu)
      .map(([name, seconds]) => [name, (seconds * 1e6) / requests] as const)
      .filter(([, used]) => used >= 1),
  );
