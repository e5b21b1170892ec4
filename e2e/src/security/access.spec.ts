import { expect, test } from '@playwright/test';
import { type CallKey, getCall } from '@rangavalli/contracts/calls';
import { stepUp } from '../support/people.js';
import { createOwnedRecords, createPeople, expectedVerdict, getVerdict } from './access-calls.js';
import { matrix } from './access-matrix.js';
import { type OwnedRecords, type Verdict, type Visitor, visitors } from './access-verdicts.js';

const keys = Object.keys(matrix) as CallKey[];

async function verdictsOf(calls: readonly CallKey[], records: OwnedRecords) {
  const actual: Record<string, Partial<Record<Visitor, Verdict>>> = {};
  for (const key of calls) {
    const row: Partial<Record<Visitor, Verdict>> = {};
    for (const visitor of visitors) row[visitor] = await getVerdict(key, records, visitor);
    actual[key] = row;
  }
  return actual;
}

const expected = (calls: readonly CallKey[], isElevated: boolean) =>
  Object.fromEntries(
    calls.map((key) => [
      key,
      Object.fromEntries(visitors.map((visitor) => [visitor, expectedVerdict(key, visitor, isElevated)])),
    ]),
  );

// Deny by default, through gateway and services: every call × every role.
test('every call allows exactly the intended visitors', async () => {
  test.setTimeout(600_000);
  const records = await createOwnedRecords(await createPeople());
  const gated = keys.filter((key) => getCall(key).stepUp);
  expect(await verdictsOf(gated, records)).toEqual(expected(gated, false));

  for (const person of Object.values(records.people)) await stepUp(person);
  const actual = await verdictsOf(keys, records);
  console.table(actual);
  expect(actual).toEqual(expected(keys, true));
});
