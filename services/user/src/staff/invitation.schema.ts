import type { Invitation, StaffRole } from '@rangavalli/contracts/entities/user';
import { staffRoles } from '@rangavalli/contracts/permissions';
import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema, type Types } from 'mongoose';

export const INVITATION = 'Invitation';
/** Expired ones stay until their events are published. */
const EXPIRED_RETENTION_SECONDS = 86_400;

/** One per address: inviting it again replaces the invitation. */
export interface InvitationRecord extends OutboxFields {
  _id: Types.ObjectId;
  email: string;
  role: StaffRole;
  invitedBy: { id: string; name: string };
  tokenHash: string;
  createdAt: Date;
  expiresAt: Date;
  /** Accepted or withdrawn. */
  closedAt?: Date;
}

export const invitationSchema = new Schema<InvitationRecord>(
  {
    email: { type: String, required: true },
    role: { type: String, enum: staffRoles, required: true },
    invitedBy: {
      type: new Schema<InvitationRecord['invitedBy']>({ id: String, name: String }, { _id: false }),
      required: true,
    },
    tokenHash: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    closedAt: Date,
    ...outboxField,
  },
  { collection: 'invitations', versionKey: false },
);
invitationSchema.index({ email: 1 }, { unique: true });
invitationSchema.index({ createdAt: -1 });
invitationSchema.index({ expiresAt: 1 }, { expireAfterSeconds: EXPIRED_RETENTION_SECONDS });
invitationSchema.index(...outboxIndex);

export const toInvitation = ({ _id, email, role, invitedBy, createdAt, expiresAt }: InvitationRecord): Invitation => ({
  id: String(_id),
  email,
  role,
  invitedBy,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
