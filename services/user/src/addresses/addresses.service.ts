import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Address, AddressInput } from '@rangavalli/contracts/entities/address';
import { errors } from '@rangavalli/contracts/errors';
import { isIndia } from '@rangavalli/contracts/india';
import { findPinPlace } from '@rangavalli/pin-codes/pin-codes';
import { AppError } from '@rangavalli/service-kit/app-error';
import { isDuplicateKeyError } from '@rangavalli/service-kit/database/duplicate-key';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { type Model, Types } from 'mongoose';
import { ADDRESS_BOOK, type AddressBookRecord, type AddressRecord } from './address-book.schema.js';
import {
  addAddress,
  type Book,
  changeAddress,
  findAddress,
  removeAddress,
  setDefault,
  sorted,
} from './address-book.js';

/** Retries after a lost race with another tab of the same customer. */
const MAX_ATTEMPTS = 50;

type Owner = Pick<Identity, 'id' | 'email'>;

@Injectable()
export class AddressesService {
  constructor(@InjectModel(ADDRESS_BOOK) private readonly books: Model<AddressBookRecord>) {}

  async list(caller: Owner): Promise<Address[]> {
    const book = await this.read(caller);
    return sorted(book).map((address) => toAddress(address, book, caller));
  }

  /** @throws AppError VALIDATION_FAILED when the PIN code does not exist, or the book is full */
  async add(caller: Identity, input: AddressInput): Promise<Address> {
    assertPincode(input);
    const _id = new Types.ObjectId();
    const book = await this.write(caller, (current) => addAddress(current, _id, input));
    return toAddress(findAddress(book, String(_id)), book, caller);
  }

  /** @throws AppError VALIDATION_FAILED when the PIN code does not exist; ADDRESS_NOT_FOUND */
  async change(caller: Identity, id: string, input: AddressInput): Promise<Address> {
    assertPincode(input);
    const book = await this.write(caller, (current) => changeAddress(current, id, input));
    return toAddress(findAddress(book, id), book, caller);
  }

  async remove(caller: Identity, id: string): Promise<void> {
    await this.write(caller, (current) => removeAddress(current, id));
  }

  async setDefault(caller: Identity, id: string): Promise<Address> {
    const book = await this.write(caller, (current) => setDefault(current, id));
    return toAddress(findAddress(book, id), book, caller);
  }

  /** The customer chooses again. */
  async clearDefault(userId: string): Promise<void> {
    await this.books.updateOne({ _id: userId }, { $unset: { defaultId: 1 }, $inc: { revision: 1 } });
  }

  async deleteAll(userId: string): Promise<void> {
    await this.books.deleteOne({ _id: userId });
  }

  private async read(caller: Owner): Promise<Book & { revision: number }> {
    return (await this.books.findById(caller.id).lean<AddressBookRecord>()) ?? { addresses: [], revision: 0 };
  }

  private async write(caller: Identity, change: (book: Book) => Book): Promise<Book> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const { revision, ...book } = await this.read(caller);
      const { addresses, defaultId } = change(book);
      try {
        const written = await this.books
          .findOneAndUpdate(
            { _id: caller.id, revision },
            {
              $set: { addresses, revision: revision + 1, ...(defaultId ? { defaultId } : {}) },
              ...(defaultId ? {} : { $unset: { defaultId: 1 } }),
            },
            { upsert: revision === 0, returnDocument: 'after', runValidators: true },
          )
          .lean<AddressBookRecord>();
        if (written) return written;
      } catch (error) {
        if (!isDuplicateKeyError(error)) throw error;
      }
    }
    throw new AppError('UNAVAILABLE');
  }
}

/** Only that the code exists: some cross a border, and the shopper may correct city and state. */
function assertPincode({ pincode, country }: AddressInput): void {
  if (!isIndia(country) || findPinPlace(pincode)) return;
  throw new AppError('VALIDATION_FAILED', { details: { fields: { pincode: errors.PIN_NOT_FOUND.message } } });
}

/** `email` is the account's, and two fields have two names (specification §3). */
function toAddress({ _id, ...fields }: AddressRecord, { defaultId }: Book, { email }: Owner): Address {
  const isDefault = defaultId?.equals(_id) ?? false;
  return { ...fields, _id: String(_id), email, address: fields.addressLine, isDefault, default: isDefault };
}
