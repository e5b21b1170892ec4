import type { NatsProcess } from '@rangavalli/contracts/nats-access';
import { permissionsOf } from '@rangavalli/service-kit/nats/permissions';
import type { SliceContract } from './slice-contract.js';

/**
 * Returns what a NATS server's configuration does not permit of what a release needs, as `publish order.placed`.
 * @param config as `npm run nats:config` writes it: users with lists of exact subjects
 */
export function unpermittedSubjects(config: string, { slice, nats }: SliceContract): string[] {
  if (!nats) return [];
  const [, user = ''] = config.split(new RegExp(`\\buser: ${slice}\\n`));
  const [publishPart = '', subscribePart = ''] = (user.split('user: ')[0] ?? '').split('subscribe: ');
  const name = slice as NatsProcess;
  const { publish, subscribe } = permissionsOf(name, { [name]: [nats] });
  const missing = (verb: string, subjects: readonly string[], part: string): string[] =>
    subjects.filter((subject) => !part.includes(JSON.stringify(subject))).map((subject) => `${verb} ${subject}`);
  return [...missing('publish', publish, publishPart), ...missing('subscribe', subscribe, subscribePart)];
}
