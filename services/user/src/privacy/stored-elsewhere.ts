import { Injectable } from '@nestjs/common';
import { AppError } from '@rangavalli/service-kit/app-error';
import { Commands } from '@rangavalli/service-kit/commands/commands';

const MAX_PAGES = 50;
/** Of 20 orders. */
const MAX_ORDER_PAGES = 250;
const countFormat = new Intl.NumberFormat('en-IN');

interface Page {
  /** Missing on the last page. */
  nextCursor?: string | undefined;
}

interface Owner {
  userId: string;
  email: string;
  /** Without it, nothing that belongs to the address alone is read: it may be somebody else's. */
  isEmailConfirmed: boolean;
}

/**
 * Personal data of accounts in other services. All methods throw an AppError UNAVAILABLE rather than omit a part;
 * `notIncluded` has a sentence about each thing that a part lacks.
 */
@Injectable()
export class StoredElsewhere {
  constructor(private readonly commands: Commands) {}

  async orders({ userId }: Owner) {
    const { pages, isComplete } = await readPages(async (before) => {
      const request = { userId, ...(before ? { before } : {}) };
      const { orders, isLast } = await this.commands.request('rpc.order.customer.export', request);
      return { orders, nextCursor: isLast ? undefined : orders.at(-1)?._id };
    }, MAX_ORDER_PAGES);
    const orders = pages.flatMap((page) => page.orders);
    return { orders, notIncluded: cutNote(isComplete, orders, 'orders') };
  }

  async complaints({ userId, email, isEmailConfirmed }: Owner) {
    if (!isEmailConfirmed) return { complaints: [], notIncluded: [] as string[] };
    const { pages, isComplete } = await readPages((cursor) =>
      this.commands.request('rpc.order.customer.export', {
        userId,
        complaintsOf: email,
        ...(cursor ? { cursor } : {}),
      }),
    );
    const complaints = pages.flatMap((page) => page.complaints ?? fail('complaints'));
    const shortened = complaints.flatMap(({ number, omittedMessages }) =>
      omittedMessages ? `The first ${omittedMessages} messages of complaint ${number} are not included.` : [],
    );
    return { complaints, notIncluded: [...cutNote(isComplete, complaints, 'complaints'), ...shortened] };
  }

  async credit({ userId }: Owner) {
    const { pages, isComplete } = await readPages((cursor) =>
      this.commands.request('rpc.payment.customer.export', { userId, ...(cursor ? { cursor } : {}) }),
    );
    const movements = pages.flatMap(({ credit }) => credit.movements);
    return {
      ...(pages[0] ? { storeCredit: { ...pages[0].credit, movements } } : {}),
      giftCards: pages.flatMap(({ giftCards }) => giftCards),
      notIncluded: cutNote(isComplete, movements, 'movements of store credit'),
    };
  }

  async reviews({ userId }: Owner) {
    const { pages, isComplete } = await this.written(userId, 'reviews');
    const reviews = pages.flatMap((page) => page.reviews);
    return { reviews, notIncluded: cutNote(isComplete, reviews, 'reviews') };
  }

  async questions({ userId }: Owner) {
    const { pages, isComplete } = await this.written(userId, 'questions');
    const questions = pages.flatMap((page) => page.questions);
    return { questions, notIncluded: cutNote(isComplete, questions, 'questions') };
  }

  async notifications(owner: Owner) {
    const { pages, isComplete } = await readPages((cursor) =>
      this.commands.request('rpc.notification.customer.export', { ...owner, ...(cursor ? { cursor } : {}) }),
    );
    const [first = fail('notifications')] = pages;
    const { preferences = fail('preferences'), pushBrowsers = fail('browsers') } = first;
    const messages = pages.flatMap((page) => page.messages ?? fail('messages'));
    return {
      stockAlerts: first.stockAlerts,
      notificationPreferences: preferences,
      pushBrowsers,
      messages,
      notIncluded: cutNote(isComplete, messages, 'messages'),
    };
  }

  async waitlist({ email, isEmailConfirmed }: Owner) {
    if (!isEmailConfirmed) return { waitlist: [] };
    return this.commands.request('rpc.fulfilment.customer.export', { email });
  }

  private written(userId: string, list: 'reviews' | 'questions') {
    return readPages((cursor) =>
      this.commands.request('rpc.catalog.customer.export', { userId, list, ...(cursor ? { cursor } : {}) }),
    );
  }
}

/** `isComplete`: whether `maxPages` were enough. */
async function readPages<P extends Page>(
  read: (cursor: string | undefined) => Promise<P>,
  maxPages = MAX_PAGES,
): Promise<{ pages: P[]; isComplete: boolean }> {
  const pages: P[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor && pages.length < maxPages);
  return { pages, isComplete: !cursor };
}

export const cutNote = (isComplete: boolean, { length }: readonly unknown[], what: string): string[] =>
  isComplete ? [] : [`Only the newest ${countFormat.format(length)} ${what} are included. Write to us for the others.`];

/** A service of the previous release does not export this part. */
function fail(part: string): never {
  throw new AppError('UNAVAILABLE', { cause: new Error(`reply without ${part}`) });
}
