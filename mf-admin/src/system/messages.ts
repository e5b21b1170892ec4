const events = (count: number): string => (count === 1 ? '1 event' : `${count.toLocaleString('en-IN')} events`);
const issues = (count: number, singular: string, plural: string): string =>
  count === 1 ? `1 ${singular}` : `${count} ${plural}`;

export const messages = {
  title: 'System',
  what: 'the system',
  loadFailed: 'The system status could not be loaded.',
  updated: (time: string, seconds: number) => `Updated ${time}. Refreshes every ${seconds} seconds.`,
  refresh: 'Refresh',
  stale: (time: string) => `The status could not be refreshed since ${time}.`,
  staleText: 'The information below may be outdated.',
  services: 'Services',
  frontends: 'Frontends',
  unknown: 'unknown',

  status: 'Store status',
  healthy: 'All systems operational',
  healthyText: (slices: number, processes: number) => `${slices} slices, ${processes} processes.`,
  critical: (count: number) => issues(count, 'critical issue', 'critical issues'),
  warnings: (count: number) => issues(count, 'warning', 'warnings'),
  tones: { red: 'Critical', yellow: 'Warning', blue: 'Information' },
  processesReady: 'Processes ready',
  readyOf: (ready: number, all: number) => `${ready} of ${all}`,
  consumerLag: 'Consumer lag',
  unpublished: 'Unpublished events',
  deadLetters: 'Dead letters',

  states: { ready: 'Ready', stopping: 'Stopping', unready: 'Not ready', down: 'Down', vacant: 'Reserved' },
  partlyReady: (ready: number, all: number) => `${ready} of ${all} ready`,
  reserved: (count: number) => `${issues(count, 'address', 'addresses')} reserved for scaling.`,
  consumes: (count: number) => `Consumes ${issues(count, 'event type', 'event types')}`,
  event: 'Event',
  pending: 'Pending',
  inFlight: 'In flight',
  redelivered: 'Redelivered',
  releaseUnknown: 'Release unknown',
  noRelease: 'No release: runs from the working tree',
  release: (versions: readonly string[]) => `Release ${versions.join(' and ')}`,
  canary: (share: number, version: string) => `, ${version} for ${share}% of visitors`,
  nats: 'NATS',
  database: 'Database',
  reachable: (what: string, ms: string) => `${what} ${ms} ms`,
  unreachable: (what: string) => `${what} unreachable`,
  upSince: (time: string) => `up since ${time}`,

  natsDown: 'NATS is unreachable: events are queued and services cannot call each other.',
  databaseDown: 'The database is unreachable: services cannot read or write.',
  failedEvents: (name: string, count: number) => `${name} failed to process ${events(count)}. See dead letters.`,
  stopping: (name: string) => `${name} is stopping and no other process replaces it.`,
  down: 'down',
  notReady: 'not ready',
  partlyDown: (name: string, count: number, all: number, state: string, reasons: string) =>
    `${count} of ${all} processes of ${name} ${count === 1 ? 'is' : 'are'} ${state}: ${reasons}.`,
  allDown: (name: string, state: string, reasons: string) => `${name} is ${state}: ${reasons}.`,
  severalReleases: (name: string, versions: readonly string[]) =>
    `${name} runs ${versions.length} releases: ${versions.join(', ')}.`,
  canaryRunning: (name: string, share: number, version: string) => `${share}% of visitors get ${version} of ${name}.`,
  notRegistered: (name: string) => `${name} is not in the registry: its pages do not load.`,
  otherRegistered: (name: string, registered: string, live: string) =>
    `The registry has ${registered} of ${name}, but its host serves ${live}.`,
  behind: (name: string, event: string, count: number) => `${name} is behind by ${events(count)} of ${event}.`,
  retrying: (name: string, event: string, count: number) =>
    `${name} fails to process ${event} and retries: ${events(count)}.`,
  notPublishing: (name: string, seconds: number) => `${name} has unpublished events for ${seconds} s.`,
};
