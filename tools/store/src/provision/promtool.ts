import { existsSync } from 'node:fs';
import path from 'node:path';
import { findProgram, isDebian, unpackPackage } from '@rangavalli/database/engine/apt';
import { cacheFolder } from '../paths.js';

const folder = cacheFolder('prometheus');

/** False on systems that are not Debian and have none installed. */
export const hasPromtool = (): boolean => findProgram('promtool') !== null || isDebian();

/** Returns Prometheus' tool for its rules: the installed one, or that of Debian's package, which is kept. */
export async function findPromtool(): Promise<string> {
  const unpacked = path.join(folder, 'usr/bin/promtool');
  const present = findProgram('promtool') ?? (existsSync(unpacked) ? unpacked : null);
  if (present) return present;
  await unpackPackage('prometheus', folder);
  return unpacked;
}
