import type { AddressInput } from '@rangavalli/contracts/entities/address';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Types } from 'mongoose';
import type { AddressBookRecord, AddressRecord } from './address-book.schema.js';

/** So many addresses one customer may keep. */
export const MAX_ADDRESSES = 50;

/** The part of a book that changes. With addresses in it, `defaultId` is always one of theirs. */
export type Book = Pick<AddressBookRecord, 'addresses' | 'defaultId'>;

const fieldsOf = ({ fullName, phone, pincode, addressLine, city, state, country }: AddressInput) => ({
  fullName,
  phone,
  pincode,
  addressLine,
  city,
  state,
  country,
});

/**
 * Adds an address; the first one becomes the default.
 * @throws AppError VALIDATION_FAILED when the book is full
 */
export function add(book: Book, _id: Types.ObjectId, input: AddressInput): Book {
  if (book.addresses.length >= MAX_ADDRESSES)
    throw new AppError('VALIDATION_FAILED', {
      message: `You can keep up to ${MAX_ADDRESSES} addresses. Please delete one first.`,
    });
  return {
    addresses: [...book.addresses, { _id, ...fieldsOf(input) }],
    defaultId: input.isDefault || !book.defaultId ? _id : book.defaultId,
  };
}

/**
 * Changes an address. It may become the default so; it ceases to be it only when another one becomes it.
 * @throws AppError ADDRESS_NOT_FOUND
 */
export function change(book: Book, id: string, input: AddressInput): Book {
  const { _id } = find(book, id);
  return {
    addresses: book.addresses.map((address) => (address._id.equals(_id) ? { _id, ...fieldsOf(input) } : address)),
    defaultId: input.isDefault ? _id : book.defaultId,
  };
}

/**
 * Takes an address out; if it was the default, the newest other one becomes it.
 * @throws AppError ADDRESS_NOT_FOUND
 */
export function remove(book: Book, id: string): Book {
  const { _id } = find(book, id);
  const addresses = book.addresses.filter((address) => !address._id.equals(_id));
  return { addresses, defaultId: book.defaultId?.equals(_id) ? addresses.at(-1)?._id : book.defaultId };
}

/** @throws AppError ADDRESS_NOT_FOUND */
export function makeDefault(book: Book, id: string): Book {
  return { ...book, defaultId: find(book, id)._id };
}

/** @throws AppError ADDRESS_NOT_FOUND */
export function find(book: Book, id: string): AddressRecord {
  const found = book.addresses.find((address) => address._id.equals(id));
  if (!found) throw new AppError('ADDRESS_NOT_FOUND');
  return found;
}

/** The default one first, then the newest. */
export const inOrder = ({ addresses, defaultId }: Book): AddressRecord[] => {
  const newestFirst = addresses.toReversed();
  return [
    ...newestFirst.filter((address) => defaultId?.equals(address._id)),
    ...newestFirst.filter((address) => !defaultId?.equals(address._id)),
  ];
};
