import { expect, test } from '@playwright/test';
import type { CallKey } from '@rangavalli/contracts/calls';
import { registerShopper, logInAsAdmin } from '../support/people.js';
import { belongingsOf, matrix, type Verdict, verdictOf, type Visitor, visitors } from './access-matrix.js';

// Rule 7, through the real gateway and services. Each call is tried as a guest, as another customer, as the owner of
// what it names, and as an admin; the admin comes before the owner where the owner's own doing would end the thing.
test('every call lets in exactly whom it should', async () => {
  test.setTimeout(300_000);
  const admin = await logInAsAdmin();
  const [owner, other] = [await registerShopper(), await registerShopper()];
  const things = await belongingsOf(owner, admin);
  const tokens: Record<Visitor, string | undefined> = {
    guest: undefined,
    other: other.token,
    owner: owner.token,
    admin: admin.token,
  };

  const actual: Record<string, Record<Visitor, Verdict>> = {};
  for (const key of Object.keys(matrix) as CallKey[]) {
    const row = {} as Record<Visitor, Verdict>;
    for (const visitor of visitors) row[visitor] = await verdictOf(key, things, tokens[visitor]);
    actual[key] = row;
  }
  console.table(actual);
  const expected = Object.fromEntries(
    Object.entries(matrix).map(([key, row]) => [
      key,
      Object.fromEntries(visitors.map((visitor, index) => [visitor, row.expected[index]])),
    ]),
  );
  expect(actual).toEqual(expected);
});
