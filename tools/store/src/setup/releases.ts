import path from 'node:path';
import { ROOT } from '../paths.js';
import { Refusal, step } from '../report.js';
import { runChild } from './child.js';

/** What was built and never released becomes a release, and live: remotes are served from the release store alone. */
export async function adoptBuilds(releases: string, signal?: AbortSignal): Promise<void> {
  await step('releases', async (note) => {
    const program = path.join(ROOT, 'tools/release/dist/bin/adopt.js');
    const { code, output } = await runChild(process.execPath, [program], { cwd: ROOT, env: { ...process.env, RELEASE_STORE: releases }, signal });
    if (code !== 0) throw new Refusal(`What was built could not be put into the release store ${releases}:\n${output}`);
    const released = output.trim().split('\n').filter(Boolean);
    note(released.length > 0 ? `live now: ${released.join(', ')}` : 'as they were');
  });
}
