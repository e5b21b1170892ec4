export const durableName = (service: string, subject: string): string => `${service}__${subject.replaceAll('.', '_')}`;

export const deadLetterSubject = (service: string, subject: string): string => `dead.${service}.${subject}`;

/** Only the process's own NATS user may subscribe to it. */
export const inboxOf = (process: string): string => `_INBOX.${process}`;

/** Replying elsewhere would let a client publish where it has no permission. */
export const isInbox = (subject: string | undefined): boolean => subject?.startsWith('_INBOX.') ?? false;

export const DISCOVERY_SUBJECT = 'system.report';

/** Gateways share the counts of their rate limits. */
export const LIMITS_SUBJECT = 'gateway.limits';

/** The counts in one order, the same for all gateways: its leader sends on what the stream has stored. */
export const limitsStream = { name: 'LIMITS', orderedSubject: 'gateway.limits.ordered' } as const;

/** A gateway that starts requests the counts of another one. */
export const LIMIT_WINDOWS_SUBJECT = 'gateway.limits.windows';
