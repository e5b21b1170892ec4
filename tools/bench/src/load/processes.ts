// What processes cost, read from /proc; other systems than Linux show no figures.
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100; // USER_HZ of every Linux

const statOf = (pid: number | string): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' '); // state is field 0, parent 1, utime 11, stime 12
};

/** A process and all that it has started: the database is one of several. */
function treeOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const parent = Number(statOf(entry)[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
    } catch {
      // gone meanwhile
    }
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

const sumOver = (pid: number, read: (pid: number) => number): number | undefined => {
  try {
    return treeOf(pid).reduce((sum, one) => {
      try {
        return sum + read(one);
      } catch {
        return sum;
      }
    }, 0);
  } catch {
    return undefined;
  }
};

/** CPU seconds that a process and its children have used so far; children that have ended are counted with their parent. */
export const cpuSeconds = (pid: number): number | undefined =>
  sumOver(pid, (one) => {
    const fields = statOf(one);
    return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0) / TICKS_PER_SECOND;
  });

/** Memory of a process and its children, MB; what several of them share is counted once. */
export const memoryMb = (pid: number): number | undefined =>
  sumOver(
    pid,
    (one) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024,
  );

/** CPU seconds of each process between two looks. */
export class CpuMeter {
  private readonly before: Map<string, number | undefined>;

  constructor(private readonly pids: Readonly<Record<string, number>>) {
    this.before = new Map(Object.entries(pids).map(([name, pid]) => [name, cpuSeconds(pid)]));
  }

  read(): Record<string, number> {
    return Object.fromEntries(
      Object.entries(this.pids).map(([name, pid]) => [name, (cpuSeconds(pid) ?? 0) - (this.before.get(name) ?? 0)]),
    );
  }
}

/** Adds CPU seconds up, process by process. */
export function addUp(all: readonly Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const one of all) for (const [name, seconds] of Object.entries(one)) sums[name] = (sums[name] ?? 0) + seconds;
  return sums;
}
