import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Call } from '@rangavalli/contracts/call';
import { isAllowed, isStaff } from '@rangavalli/contracts/permissions';
import { AppError } from '@rangavalli/service-kit/app-error';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import { callIn } from './guards.js';
import { Revocations } from './revocations.js';
import { SessionChecks } from './session-checks.js';
import type { ActiveSession, GuardedRequest, Session } from './session.js';

/** A session of staff stays valid for this time without the user service, ms. */
const OUTAGE_GRACE_MS = 300_000;

/**
 * Denies by default. The user service confirms each session of staff, at most a second old, and those whose revocation
 * may have been missed.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly checks: SessionChecks,
    private readonly revocations: Revocations,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const call = callIn(context);
    const { access, stepUp } = call;
    const request = context.switchToHttp().getRequest<GuardedRequest>();
    const { session } = request;
    if (session) request.caller = session.identity;
    if (access === 'public') return true;
    if (!session) throw new AppError('UNAUTHENTICATED');
    if (!isAllowed(access, session.identity.role)) throw new AppError('FORBIDDEN');

    const state = await this.confirm(session, call);
    if (!state) return true;
    if (!isAllowed(access, state.role)) throw new AppError('FORBIDDEN');
    const { emailVerified, isSecondFactorSetupRequired } = state;
    if (access !== 'customer' && isSecondFactorSetupRequired) throw new AppError('SECOND_FACTOR_SETUP_REQUIRED');
    // Calls of customers grant staff more, such as other people's orders.
    const role = isSecondFactorSetupRequired ? 'user' : state.role;
    request.caller = { ...session.identity, role, emailVerified };
    if (stepUp) request.caller.elevatedUntil = await this.elevation(session, state);
    return true;
  }

  /**
   * Returns undefined when the token decides.
   * @throws AppError SESSION_REVOKED; UNAVAILABLE
   */
  private async confirm(session: Session, call: Call): Promise<ActiveSession | undefined> {
    const isNeeded = call.stepUp || isStaff(session.identity.role);
    const isMissing = this.revocations.isConnected && !this.revocations.isComplete(session);
    if (!isNeeded && !isMissing) return undefined;
    try {
      return await this.checks.check(session, { isRequired: call.stepUp });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'UNAVAILABLE') || call.stepUp) throw error;
      this.logger.warn({ err: error }, 'session check failed');
      return this.stateInOutage(session, call);
    }
  }

  /**
   * An outage of the user service revokes nothing, and logs no customer out. While revocations may be missed, staff
   * wait. @throws AppError UNAVAILABLE
   */
  private stateInOutage(session: Session, { availableInOutage }: Call): ActiveSession | undefined {
    if (!isStaff(session.identity.role)) return undefined;
    const { confirmed } = session;
    const isRecent = confirmed && confirmed.at > Date.now() - OUTAGE_GRACE_MS;
    if (isRecent && this.revocations.isComplete(session)) return confirmed.state;
    if (availableInOutage) return undefined;
    throw new AppError('UNAVAILABLE');
  }

  /** Returns until when the rights are elevated. @throws AppError STEP_UP_REQUIRED */
  private async elevation(session: Session, state: ActiveSession): Promise<number> {
    const elevatedUntil = endOf(state);
    if (elevatedUntil > Date.now()) return elevatedUntil;
    // The step-up may have been within the last second.
    const latest = endOf(await this.checks.check(session, { isFresh: true, isRequired: true }));
    if (latest > Date.now()) return latest;
    throw new AppError('STEP_UP_REQUIRED');
  }
}

const endOf = ({ elevatedUntil }: ActiveSession): number => (elevatedUntil ? Date.parse(elevatedUntil) : 0);
