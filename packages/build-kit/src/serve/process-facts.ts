import { hostname } from 'node:os';

/** What a host tells of its own process, for the screen of the whole store. `startedAt`: ISO 8601, UTC. */
export const processFacts: { instance: string; startedAt: string } = {
  instance: `${hostname()}:${process.pid}`,
  startedAt: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
};
