export interface BannedTerm {
  /** Matched as whole words of prose and of names. */
  term: string;
  use: string;
  /** Ordinary English in texts that people read (`messages.ts`, policy pages). */
  allowedInTexts?: true;
}

export const bannedTerms: readonly BannedTerm[] = [
  { term: 'tells?|told|telling', use: 'publish, report, return, notify', allowedInTexts: true },
  { term: 'hears?|heard|hearing|overhear\\w*', use: 'consume, subscribe, receive' },
  { term: 'asks?|asked|asking', use: 'request, call, query', allowedInTexts: true },
  { term: 'answers?|answered|answering', use: 'response, reply, result', allowedInTexts: true },
  { term: 'says?|said|speaks?', use: 'state, report, log', allowedInTexts: true },
  { term: 'begun|worded', use: 'started, a noun for the type' },
  { term: 'letters?', use: 'email, message' },
  { term: 'pieces?', use: 'unit, quantity, item; part, chunk' },
  { term: 'shelf|shelves', use: 'inventory, stock, index, cache' },
  { term: 'deeds?', use: 'audit action, audit entry' },
  { term: 'desks?', use: 'payments admin' },
  { term: 'standings?', use: 'order state, status' },
  { term: 'rounds', use: 'periodic task, poll' },
  { term: 'roll ?calls?', use: 'process discovery' },
  { term: 'finalis\\w+', use: 'place, placement' },
  { term: 'anyhow', use: 'a name for the meaning' },
  { term: 'anew', use: 'again, new' },
  { term: 'whoever', use: 'the subject by its name' },
  { term: 'under way', use: 'in-flight, pending' },
  { term: 'as it was', use: 'snapshot, unchanged' },
  { term: '(?:give|gives|given|gave|giving) (?:(?:it|them|the \\w+) )?back', use: 'refund, release, return' },
  { term: 'forgets?|forgetting|forgotten', use: 'evict, remove, expire' },
  { term: 'remember\\w*', use: 'cache, store', allowedInTexts: true },
  { term: 'goodbye', use: 'deregister, shut down' },
  { term: 'gladly|resting|former(?:ly)?|earlier releases?', use: 'standard terms; legacy code is deleted' },
];

export const allowedPhrases: readonly string[] = [
  'dead[ -]?letters?',
  'letter[ -]spacing',
  '(?:upper|lower|capital|first|last|initial|small)[ -]?(?:case )?letters?',
  '(?:\\d+|one|two|three|six)[ -]letters?',
  'letters? (?:and|or) (?:digits|numbers|spaces)',
  'blouse pieces?',
  'PCS[ -]PIECES',
  'ask[ -]pass',
  'remember[ _]customer',
];
