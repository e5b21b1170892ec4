import { Schema, type Types } from 'mongoose';

export const ADDRESS_BOOK = 'AddressBook';

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

/** A customer's addresses, oldest first. One document, so that one write sets the one default. */
export interface AddressBookRecord {
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
