import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { fireEvent, render, screen } from '@testing-library/react';
import { ApiError } from './api-error.js';
import { useForm } from './form.js';
import { Input } from '../ui/Field.js';

const submit = jest.fn<Promise<void>, [Record<'phone' | 'pincode', string>]>();

function Form({ children }: { children?: ReactNode }) {
  const { form, field, busy, failure } = useForm({
    fields: ['phone', 'pincode'],
    validate: ({ phone, pincode }) => ({
      phone: phone ? undefined : 'Enter a phone number.',
      pincode: pincode.length === 6 ? undefined : 'Enter a 6-digit PIN code.',
    }),
    validatesOnBlur: true,
    submit,
  });
  return (
    <form {...form}>
      <p>{failure?.message}</p>
      <Input label="Phone" {...field('phone')} />
      <Input label="PIN code" {...field('pincode')} />
      <button disabled={busy}>Save</button>
      {children}
    </form>
  );
}

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const fillAndSave = () => {
  fill('Phone', '9848012345');
  fill('PIN code', '500092');
  save();
};

beforeEach(() => {
  submit.mockReset();
  submit.mockResolvedValue();
  render(<Form />);
});

it('submits valid values once', async () => {
  fillAndSave();
  expect(submit).toHaveBeenCalledTimes(1);
  expect(submit.mock.calls[0]?.[0]).toEqual({ phone: '9848012345', pincode: '500092' });
  expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
});

it('ignores what another form inside it submits', () => {
  const apply = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const other = (
    <form onSubmit={apply}>
      <button>Apply</button>
    </form>
  );
  render(<Form>{createPortal(other, document.body)}</Form>);
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(apply).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Enter a phone number.')).toBeNull();
  expect(submit).not.toHaveBeenCalled();
});

it('shows errors beside their fields, focuses the first and submits nothing', () => {
  save();
  expect(screen.getByText('Enter a phone number.')).toBeTruthy();
  expect(screen.getByText('Enter a 6-digit PIN code.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Phone'));
  expect(submit).not.toHaveBeenCalled();
});

it('removes an error as soon as its field is valid, without moving the focus', () => {
  save();
  fill('PIN code', '5000');
  expect(screen.getByText('Enter a 6-digit PIN code.')).toBeTruthy();
  fill('PIN code', '500092');
  expect(screen.queryByText('Enter a 6-digit PIN code.')).toBeNull();
  expect(screen.getByText('Enter a phone number.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Phone'));
});

it('shows the server’s error at its field until that field changes', async () => {
  submit.mockRejectedValueOnce(
    new ApiError('VALIDATION_FAILED', 'Invalid.', 400, 'r1', { fields: { pincode: 'We do not deliver there.' } }),
  );
  fillAndSave();
  expect(await screen.findByText('We do not deliver there.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('PIN code'));
  fill('Phone', '9848012346');
  expect(screen.getByText('We do not deliver there.')).toBeTruthy();
  fill('PIN code', '500093');
  expect(screen.queryByText('We do not deliver there.')).toBeNull();
});

it('reports a failure that concerns no field', async () => {
  submit.mockRejectedValueOnce(new ApiError('NETWORK', 'You are offline.'));
  fillAndSave();
  expect(await screen.findByText('You are offline.')).toBeTruthy();
});

it('validates a filled field when it loses the focus', async () => {
  fireEvent.blur(screen.getByLabelText('Phone'));
  fill('PIN code', '5000');
  fireEvent.blur(screen.getByLabelText('PIN code'));
  expect(await screen.findByText('Enter a 6-digit PIN code.')).toBeTruthy();
  expect(screen.queryByText('Enter a phone number.')).toBeNull();
});
