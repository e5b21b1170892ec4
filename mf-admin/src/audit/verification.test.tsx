import { fireEvent, screen } from '@testing-library/react';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, visit } from '../testing/admin-area.js';

const noEntries = { success: true as const, entries: [], total: 0 };
const verification = {
  isValid: true,
  entries: 12_345,
  verifiedAt: '2026-01-15T09:30:00.000Z',
  lastHash: 'ab'.repeat(32),
};

asAdmin();

it('states that all entries are unchanged, with the fingerprint of the last one', async () => {
  fakeApi({
    'GET /operations/audit': noEntries,
    'GET /operations/audit/verification': { success: true, verification },
  });
  visit('/admin/audit');
  fireEvent.click(await screen.findByRole('button', { name: 'Check the log' }));
  expect(await screen.findByText(/All 12,345 entries are complete and unchanged\./)).toBeTruthy();
  expect(screen.getByText('ab'.repeat(32))).toBeTruthy();
});

it('names the first entry that was changed', async () => {
  fakeApi({
    'GET /operations/audit': noEntries,
    'GET /operations/audit/verification': {
      success: true,
      verification: { ...verification, isValid: false, firstInvalid: { sequence: 42, reason: 'the hash differs' } },
    },
  });
  visit('/admin/audit');
  fireEvent.click(await screen.findByRole('button', { name: 'Check the log' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Entry 42 was changed or is missing');
});

it('states when the log could not be checked', async () => {
  fakeApi({
    'GET /operations/audit': noEntries,
    'GET /operations/audit/verification': errorResponse(503, 'UNAVAILABLE', 'Temporarily unavailable.'),
  });
  visit('/admin/audit');
  fireEvent.click(await screen.findByRole('button', { name: 'Check the log' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Temporarily unavailable.');
});
