import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { errorResponse, fakeApi } from '@rangavalli/web-kit/testing/fake-api';
import { asAdmin, expectToast, press, pressEnter, signInAs, visit, visitInBrowser } from '../testing/admin-area.js';

const family = { id: 'd'.repeat(24), words: ['kanchi', 'kanchipuram'] };
const unmatched = { text: 'gulabo', searches: 7, results: 0, lastDay: '2026-01-15' };
const saved = { success: true as const, message: 'Words added.', family };
const shop = () =>
  fakeApi({
    'GET /search/synonyms': { success: true, families: [family] },
    'GET /search/terms': ({ query }) => ({
      success: true,
      terms: query.get('withoutResults') ? [unmatched] : [unmatched, { ...unmatched, text: 'saree', results: 1 }],
    }),
    'POST /search/preview': ({ body }) => ({
      success: true,
      preview: {
        interpreted: (body as { words?: string[] }).words
          ? [{ kind: 'colour', label: 'Pink', text: 'gulabo', textWithout: '' }]
          : [],
        total: 2,
        products: [{ _id: 'e'.repeat(24), name: 'Rani pink saree' }],
      },
    }),
    'POST /search/synonyms': saved,
    'PUT /search/synonyms/{id}': { ...saved, message: 'Words updated.' },
    'DELETE /search/synonyms/{id}': { success: true, message: 'Words deleted.' },
  });
const wordsField = () => within(screen.getByRole('dialog')).getByLabelText(/^Words/);

asAdmin();

it('turns a search without results into a synonym, with a preview of what it finds', async () => {
  const api = shop();
  visit('/admin/search');
  fireEvent.click(await screen.findByRole('button', { name: 'Add synonym for gulabo' }));
  expect((wordsField() as HTMLTextAreaElement).value).toBe('gulabo, ');
  press('Save words');
  expect(await screen.findByText('Enter at least two words, separated by commas.')).toBeTruthy();
  fireEvent.change(wordsField(), { target: { value: 'gulabo, rani pink' } });
  expect(await screen.findByText('colour: Pink')).toBeTruthy();
  expect(screen.getByText('Finds 2 products')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Rani pink saree' })).toBeTruthy();
  expect(api.requestsTo('POST /search/preview').at(-1)?.body).toEqual({ q: 'gulabo', words: ['gulabo', 'rani pink'] });
  await pressEnter(within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(/^Preview a search/));
  expect(api.requestsTo('POST /search/synonyms')).toEqual([]);
  press('Save words');
  await expectToast('Words added.');
  expect(api.requestsTo('POST /search/synonyms')[0]?.body).toEqual({ words: ['gulabo', 'rani pink'] });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(api.requestsTo('GET /search/synonyms')).toHaveLength(2));
});

it('edits and deletes words, and explains a word that another family has', async () => {
  const api = shop();
  visit('/admin/search');
  fireEvent.click(await screen.findByRole('button', { name: 'Edit kanchi, kanchipuram' }));
  api.responses['PUT /search/synonyms/{id}'] = errorResponse(409, 'SYNONYM_IN_USE', '“pattu” already belongs to x.');
  fireEvent.change(wordsField(), { target: { value: 'kanchi, pattu' } });
  press('Save words');
  expect(await screen.findByText('“pattu” already belongs to x.')).toBeTruthy();
  press('Cancel');
  fireEvent.click(screen.getByRole('button', { name: 'Delete kanchi, kanchipuram' }));
  press('Delete');
  await expectToast('Words deleted.');
  expect(api.requestsTo('DELETE /search/synonyms/{id}')[0]?.params).toEqual({ id: family.id });
});

it('shows what a search finds, and frequent searches', async () => {
  shop();
  visit('/admin/search?word=gulabo');
  expect((await screen.findByRole('dialog')).textContent).toContain('Add words that mean the same');
  press('Cancel');
  fireEvent.change(screen.getByLabelText('Search as a shopper'), { target: { value: 'zari' } });
  expect(await screen.findByText('Read as plain words.')).toBeTruthy();
  expect(screen.getByText('1 product')).toBeTruthy();
});

it('has the word in its URL while the form is open', async () => {
  shop();
  visitInBrowser('/admin/search?word=gulabo');
  await screen.findByRole('dialog');
  expect(location.search).toBe('?word=gulabo');
  press('Cancel');
  await waitFor(() => expect(location.search).toBe(''));
});

it('does not return from the page that was opened while words were saved', async () => {
  const api = shop();
  let finish: () => void = () => undefined;
  const response = new Promise<typeof saved>((resolve) => (finish = () => resolve(saved)));
  api.responses['POST /search/synonyms'] = () => response;
  visitInBrowser('/admin/search?word=gulabo');
  await screen.findByRole('dialog');
  fireEvent.change(wordsField(), { target: { value: 'gulabo, rani pink' } });
  press('Save words');
  await waitFor(() => expect(api.requestsTo('POST /search/synonyms')).toHaveLength(1));
  press('Close');
  fireEvent.click(await screen.findByRole('link', { name: 'Orders' }));
  await waitFor(() => expect(screen.queryByText('Words that mean the same')).toBeNull());
  await act(async () => finish());
  await expectToast('Words added.');
  expect(location.pathname).toBe('/admin/orders');
});

it('is not shown to a role that does not edit products', async () => {
  signInAs('support');
  visit('/admin/search');
  expect(await screen.findByText('Your role does not include this page.')).toBeTruthy();
});
