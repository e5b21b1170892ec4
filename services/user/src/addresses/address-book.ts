import type { AddressInput } from '@rangavalli/contracts/entities/address';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { Types } from 'mongoose';
import type { AddressBookRecord, AddressRecord } from './address-book.schema.js';

const MAX_ADDRESSES = 50;

/** The mutable part of a book. `defaultId` is the id of one of its addresses; missing when empty or cleared. */
export type Book = Pick<AddressBookRecord, 'addresses' | 'defaultId'>;

const toRecord = (
  _id: Types.ObjectId,
  { fullName, phone, pincode, addressLine, city, state, country }: AddressInput,
): AddressRecord => ({ _id, fullName, phone, pincode, addressLine, city, state, country });

/**
 * The first address becomes the default.
 * @throws AppError VALIDATION_FAILED when the book is full
 */
export function addAddress(book: Book, _id: Types.ObjectId, input: AddressInput): Book {
  if (book.addresses.length >= MAX_ADDRESSES)
    throw new AppError('VALIDATION_FAILED', {
      message: `You can save up to ${MAX_ADDRESSES} addresses. Please delete one first.`,
    });
  return {
    addresses: [...book.addresses, toRecord(_id, input)],
    defaultId: input.isDefault || !book.defaultId ? _id : book.defaultId,
  };
}

/**
 * An address stops being the default only when another one becomes it.
 * @throws AppError ADDRESS_NOT_FOUND
 */
export function changeAddress(book: Book, id: string, input: AddressInput): Book {
  const { _id } = findAddress(book, id);
  return {
    addresses: book.addresses.map((address) => (address._id.equals(_id) ? toRecord(_id, input) : address)),
    defaultId: input.isDefault ? _id : book.defaultId,
  };
}

/**
 * After the default is removed, the newest other address becomes it.
 * @throws AppError ADDRESS_NOT_FOUND
 */
export function removeAddress(book: Book, id: string): Book {
  const { _id } = findAddress(book, id);
  const addresses = book.addresses.filter((address) => !address._id.equals(_id));
  return { addresses, defaultId: book.defaultId?.equals(_id) ? addresses.at(-1)?._id : book.defaultId };
}

export function setDefault(book: Book, id: string): Book {
  return { ...book, defaultId: findAddress(book, id)._id };
}

export function findAddress(book: Book, id: string): AddressRecord {
  const found = book.addresses.find((address) => address._id.equals(id));
  if (!found) throw new AppError('ADDRESS_NOT_FOUND');
  return found;
}

export const sorted = ({ addresses, defaultId }: Book): AddressRecord[] =>
  addresses
    .toReversed()
    .toSorted((one, other) => Number(other._id.equals(defaultId)) - Number(one._id.equals(defaultId)));
