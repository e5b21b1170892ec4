import type { CommandReply } from '@rangavalli/contracts/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { FastifyRequest } from 'fastify';

/** What the user service knows of a session. */
export type ActiveSession = Extract<CommandReply<'rpc.user.session.check'>, { isActive: true }>;

export interface Session {
  /** As the token has it; a call of staff is decided by the role that the user service confirms. */
  identity: Identity;
  /** The account's session version when the token was issued. */
  version: number;
  /** Milliseconds since 1970. */
  issuedAt: number;
  expiresAt: number;
  /** The last reply of the user service, and when it was requested, ms since 1970. */
  confirmed?: { state: ActiveSession; at: number };
}

export type GuardedRequest = FastifyRequest & {
  session?: Session;
  /** Who the services see: confirmed, and elevated for calls that need it. */
  caller?: Identity;
  /** A valid proof of work came with the request. */
  hasSolvedChallenge?: boolean;
  rawBody?: Buffer;
};
