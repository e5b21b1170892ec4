import { outboxField, outboxIndex, type OutboxFields } from '@rangavalli/service-kit/events/outbox';
import { Schema, type Types } from 'mongoose';

export const CUSTOMER_GROUP = 'CustomerGroup';
/** Until then an event in the outbox of a deleted group can be published. */
const DELETED_RETENTION_SECONDS = 30 * 86_400;

/** Members have its id in their accounts. */
export interface CustomerGroupRecord extends OutboxFields {
  _id: Types.ObjectId;
  name: string;
  /** The name in lower case: unique, absent once the group is deleted. */
  nameKey?: string;
  description?: string;
  createdAt: Date;
  deletedAt?: Date;
}

export const customerGroupSchema = new Schema<CustomerGroupRecord>(
  {
    name: { type: String, required: true },
    nameKey: String,
    description: String,
    createdAt: { type: Date, required: true },
    deletedAt: Date,
    ...outboxField,
  },
  { collection: 'customer_groups', versionKey: false, strict: 'throw' },
);
customerGroupSchema.index({ nameKey: 1 }, { unique: true, partialFilterExpression: { nameKey: { $exists: true } } });
customerGroupSchema.index({ deletedAt: 1 }, { expireAfterSeconds: DELETED_RETENTION_SECONDS });
customerGroupSchema.index(...outboxIndex);
