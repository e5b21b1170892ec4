import { Schema, type Types } from 'mongoose';

export const ADDRESS_BOOK = 'AddressBook';

/** A saved address, as stored. Which one is the default stands in the book. */
export interface AddressRecord {
  _id: Types.ObjectId;
  fullName: string;
  phone: string;
  pincode: string;
  addressLine: string;
  city: string;
  state: string;
  country: string;
}

/**
 * All addresses of one customer in one document, so that "exactly one is the default" is one field of one
 * write (rule 6). Oldest first. `revision` guards every write.
 */
export interface AddressBookRecord {
  /** The customer's id. */
  _id: string;
  addresses: AddressRecord[];
  defaultId?: Types.ObjectId;
  revision: number;
}

const text = { type: String, required: true } as const;

export const addressBookSchema = new Schema<AddressBookRecord>(
  {
    _id: String,
    addresses: [
      { fullName: text, phone: text, pincode: text, addressLine: text, city: text, state: text, country: text },
    ],
    defaultId: Schema.Types.ObjectId,
    revision: { type: Number, required: true },
  },
  { collection: 'address_books', versionKey: false },
);
