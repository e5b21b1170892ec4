export const durableName = (service: string, subject: string): string => `${service}__${subject.replaceAll('.', '_')}`;

export const deadLetterSubject = (service: string, subject: string): string => `dead.${service}.${subject}`;

/** Returns the inbox prefix of a process, which only its own NATS user may subscribe to. */
export const inboxOf = (process: string): string => `_INBOX.${process}`;

/**
 * Whether a reply subject is an inbox. Replying to any other subject would let a client publish, through the service,
 * where it has no permission.
 */
export const isInbox = (subject: string | undefined): boolean => subject?.startsWith('_INBOX.') ?? false;

/** Every process replies to this subject with its report (`health/process-discovery.ts`). */
export const DISCOVERY_SUBJECT = 'system.report';
