import { fireEvent, screen, waitFor } from '@testing-library/react';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { settings } from '../testing/shop-settings.js';
import { asAdmin, expectToast, press, signInAs, visit } from '../testing/admin-area.js';

asAdmin();

const saved = { success: true as const, settings, checklist: [] };

it('the form saves numbers as numbers, and shows errors beside their fields', async () => {
  const api = fakeApi({
    'GET /shop/settings': saved,
    'PUT /shop/settings': { ...saved, message: 'Shop details saved.' },
  });
  visit('/admin/shop?field=gstin');
  const gstin = await screen.findByLabelText('GSTIN');
  await waitFor(() => expect(document.activeElement).toBe(gstin));
  fireEvent.change(gstin, { target: { value: '36AABCT1332L1ZF' } });
  fireEvent.change(screen.getByLabelText('Return period (days)'), { target: { value: 'ten' } });
  press('Save shop details');
  expect(await screen.findByText('Enter a whole number of days from 0 to 90.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Return period (days)'), { target: { value: '10' } });
  fireEvent.change(screen.getByLabelText('GST on fabric (%)'), { target: { value: 'five' } });
  press('Save shop details');
  expect(await screen.findByText('Enter a number, such as 5.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('GST on fabric (%)'), { target: { value: '12.5' } });
  fireEvent.click(screen.getByLabelText('Round totals to whole rupees'));
  press('Save shop details');
  await expectToast('Shop details saved.');
  expect(api.requestsTo('PUT /shop/settings')[0]?.body).toEqual({
    ...settings,
    gstin: '36AABCT1332L1ZF',
    returnDays: 10,
    categoryReturnDays: {},
    roundTotal: true,
    fabricTax: 12.5,
    garmentTax: 5,
    garmentLimit: 2_500,
    garmentTaxAbove: 18,
    jewelleryTax: 3,
  });
  api.responses['PUT /shop/settings'] = errorResponse(400, 'VALIDATION_FAILED', 'Check', {
    fields: { gstin: 'This GSTIN is not valid.' },
  });
  press('Save shop details');
  expect(await screen.findByText('This GSTIN is not valid.')).toBeTruthy();
});

it('explains how products get HSN codes of six digits, where the turnover needs them', async () => {
  fakeApi({ 'GET /shop/settings': saved });
  visit('/admin/shop');
  const turnover = await screen.findByLabelText('Turnover');
  expect(screen.queryByText(/keep the 4 digits/)).toBeNull();
  fireEvent.change(turnover, { target: { value: '6' } });
  expect(screen.getByText(/keep the 4 digits/).textContent).toContain('fill the column hsn');
});

it('others than owners only read it', async () => {
  fakeApi({ 'GET /shop/settings': saved });
  signInAs('accountant');
  visit('/admin/shop');
  expect(await screen.findByText('Only owners can change these details.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('GSTIN').readOnly).toBe(true);
});
