import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Address, AddressInput } from '@rangavalli/contracts/entities/address';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { type Model, Types } from 'mongoose';
import { isDuplicate } from '../duplicate.js';
import { ADDRESS_BOOK, type AddressBookRecord, type AddressRecord } from './address-book.schema.js';
import { add, type Book, change, find, inOrder, makeDefault, remove } from './address-book.js';

/** Two windows of one customer may write at once; a third attempt nearly always comes through. */
const TRIES = 20;

/** The addresses of a customer. A customer reaches their own book only: it is found by their id. */
@Injectable()
export class AddressesService {
  constructor(@InjectModel(ADDRESS_BOOK) private readonly books: Model<AddressBookRecord>) {}

  async list(caller: Identity): Promise<Address[]> {
    const book = await this.read(caller);
    return inOrder(book).map((address) => toAddress(address, book, caller));
  }

  /** @throws AppError VALIDATION_FAILED when the book is full */
  async add(caller: Identity, input: AddressInput): Promise<Address> {
    const _id = new Types.ObjectId();
    const book = await this.write(caller, (current) => add(current, _id, input));
    return toAddress(find(book, String(_id)), book, caller);
  }

  /** @throws AppError ADDRESS_NOT_FOUND */
  async change(caller: Identity, id: string, input: AddressInput): Promise<Address> {
    const book = await this.write(caller, (current) => change(current, id, input));
    return toAddress(find(book, id), book, caller);
  }

  /** @throws AppError ADDRESS_NOT_FOUND */
  async remove(caller: Identity, id: string): Promise<void> {
    await this.write(caller, (current) => remove(current, id));
  }

  /** @throws AppError ADDRESS_NOT_FOUND */
  async makeDefault(caller: Identity, id: string): Promise<Address> {
    const book = await this.write(caller, (current) => makeDefault(current, id));
    return toAddress(find(book, id), book, caller);
  }

  private async read(caller: Identity): Promise<Book & { revision: number }> {
    return (await this.books.findById(caller.id).lean<AddressBookRecord>()) ?? { addresses: [], revision: 0 };
  }

  /** One guarded write from the revision that was read; when another one came first, the change is made again on its result. */
  private async write(caller: Identity, changed: (book: Book) => Book): Promise<Book> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const { revision, ...book } = await this.read(caller);
      const { addresses, defaultId } = changed(book);
      try {
        const written = await this.books
          .findOneAndUpdate(
            { _id: caller.id, revision },
            {
              $set: { addresses, revision: revision + 1, ...(defaultId ? { defaultId } : {}) },
              ...(defaultId ? {} : { $unset: { defaultId: 1 } }),
            },
            { upsert: revision === 0, returnDocument: 'after' },
          )
          .lean<AddressBookRecord>();
        if (written) return written;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
    }
    throw new AppError('UNAVAILABLE');
  }
}

/** The contract's address; `email` is the account's, and two fields have two names (specification §3). */
function toAddress({ _id, ...fields }: AddressRecord, { defaultId }: Book, { email }: Identity): Address {
  const isDefault = defaultId?.equals(_id) ?? false;
  return { ...fields, _id: String(_id), email, address: fields.addressLine, isDefault, default: isDefault };
}
