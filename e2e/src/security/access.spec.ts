import { expect, test } from '@playwright/test';
import type { CallKey } from '@rangavalli/contracts/calls';
import { registerShopper, logInAsAdmin } from '../support/people.js';
import { createOwnedRecords, getVerdict, matrix, type Verdict, type Visitor, visitors } from './access-matrix.js';

// Deny by default, through gateway and services.
test('every call allows exactly the intended visitors', async () => {
  test.setTimeout(300_000);
  const admin = await logInAsAdmin();
  const [owner, other] = [await registerShopper(), await registerShopper()];
  const records = await createOwnedRecords(owner, admin);
  const tokens: Record<Visitor, string | undefined> = {
    guest: undefined,
    other: other.token,
    owner: owner.token,
    admin: admin.token,
  };

  const actual: Record<string, Record<Visitor, Verdict>> = {};
  for (const key of Object.keys(matrix) as CallKey[]) {
    const row = {} as Record<Visitor, Verdict>;
    for (const visitor of visitors) row[visitor] = await getVerdict(key, records, tokens[visitor]);
    actual[key] = row;
  }
  console.table(actual);
  const expected = Object.fromEntries(
    Object.entries(matrix).map(([key, [verdicts]]) => [
      key,
      Object.fromEntries(visitors.map((visitor, index) => [visitor, verdicts[index]])),
    ]),
  );
  expect(actual).toEqual(expected);
});
