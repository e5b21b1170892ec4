/** The durable consumer by which a service hears an event. */
export const durableName = (service: string, subject: string): string => `${service}__${subject.replaceAll('.', '_')}`;

/** Where a service lays an event that it can't take. */
export const deadSubject = (service: string, subject: string): string => `dead.${service}.${subject}`;

/** Answers to a process come below this subject and nobody else may listen there. */
export const inboxOf = (process: string): string => `_INBOX.${process}`;

/** Any process's inbox. A request whose answer is wanted elsewhere would have its answerer speak where the asker may not. */
export const isInbox = (subject: string | undefined): boolean => subject?.startsWith('_INBOX.') ?? false;

/** By this the gateway asks all processes of the store at once how they are (`system/roll-call.ts`). */
export const DISCOVERY_SUBJECT = 'system.report';
