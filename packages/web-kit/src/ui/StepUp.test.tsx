import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import type { SecondFactor } from '@rangavalli/contracts/entities/second-factor';
import { call } from '../data/api.js';
import { asApiError } from '../data/api-error.js';
import { currentSession, storeSession } from '../session/session.js';
import { useStepUp } from '../step-up/step-up.js';
import { signIn } from '../testing/builders.js';
import { errorResponse, fakeApi } from '../testing/fake-api.js';
import { polyfillDialogs } from '../testing/polyfill-dialogs.js';
import { StepUpProvider } from './StepUpProvider.js';

const startAuthentication = jest.fn();
jest.mock('@simplewebauthn/browser', () => ({
  startAuthentication: (options: unknown) => startAuthentication(options) as unknown,
}));

const refused = errorResponse(403, 'STEP_UP_REQUIRED', 'Please confirm that it is you to continue.');
const noFactors: SecondFactor = { isRequired: false, isSetUp: false, totp: false, recoveryCodesLeft: 0, passkeys: [] };

/** A server on which a customer's sessions can only be ended after a step-up. */
function shop(secondFactor: Partial<SecondFactor> = {}) {
  let isElevated = false;
  return fakeApi({
    'GET /users/second-factor': {
      success: true,
      secondFactor: { ...noFactors, ...secondFactor },
    },
    'POST /users/step-up': ({ body }) => {
      if ((body as { password?: string }).password === 'wrong')
        return errorResponse(400, 'WRONG_PASSWORD', 'Your current password is incorrect.');
      if ((body as { emailCode?: string }).emailCode === '000000')
        return errorResponse(400, 'LOGIN_CODE_INVALID', 'This code is incorrect or has expired.');
      isElevated = true;
      return { success: true, message: 'Confirmed', elevatedUntil: '2026-01-15T09:40:00.000Z' };
    },
    'POST /users/otp': { success: true, message: 'sent', validMinutes: 10 },
    'POST /users/step-up/passkey/options': { success: true, options: { challenge: 'abc' } },
    'DELETE /users/sessions': () => (isElevated ? { success: true, message: 'Logged out' } : refused),
  });
}

function Action() {
  const withStepUp = useStepUp();
  const [results, setResults] = useState<readonly string[]>([]);
  const endSessions = async () => {
    const result = await withStepUp(() => call('DELETE /users/sessions')).then(
      ({ message }) => message,
      (thrown: unknown) => asApiError(thrown).code,
    );
    setResults((old) => [...old, result]);
  };
  return (
    <>
      <button onClick={() => void endSessions()}>End sessions</button>
      <output>{results.join(', ')}</output>
    </>
  );
}

const start = async () => {
  render(
    <StepUpProvider>
      <Action />
    </StepUpProvider>,
  );
  press('End sessions');
  await screen.findByRole('dialog', { name: 'Confirm that it’s you' });
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const expectResult = (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));

beforeAll(polyfillDialogs);
beforeEach(() => act(() => signIn()));
afterEach(() => void Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));

it('requests the password and repeats the call', async () => {
  const api = shop();
  await start();
  await fill('Your password', 'a long enough password');
  press('Confirm');
  await expectResult('Logged out');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.requestsTo('POST /users/step-up').map(({ body }) => body)).toEqual([
    { password: 'a long enough password' },
  ]);
  expect(api.requestsTo('DELETE /users/sessions')).toHaveLength(2);
});

it('shows a wrong password at its field and stays open', async () => {
  const api = shop();
  await start();
  await fill('Your password', 'wrong');
  press('Confirm');
  expect((await screen.findByRole('alert')).textContent).toBe('Your current password is incorrect.');
  expect(screen.getByRole('dialog')).toBeTruthy();
  expect(api.requestsTo('DELETE /users/sessions')).toHaveLength(1);
});

it('rejects with the refusal when it is closed', async () => {
  shop();
  await start();
  press('Close');
  await expectResult('STEP_UP_REQUIRED');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('opens one dialog for calls at the same time', async () => {
  const api = shop();
  await start();
  press('End sessions');
  await waitFor(() => expect(api.requestsTo('DELETE /users/sessions')).toHaveLength(2));
  await fill('Your password', 'a long enough password');
  press('Confirm');
  await expectResult('Logged out, Logged out');
  expect(api.requestsTo('POST /users/step-up')).toHaveLength(1);
});

it('requests the code of the authenticator app first, and takes the password or a recovery code too', async () => {
  const api = shop({ totp: true, recoveryCodesLeft: 8 });
  await start();
  expect(await screen.findByLabelText('Code from your authenticator app')).toBeTruthy();
  press('Confirm');
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter the 6-digit code.');
  press('Use a recovery code');
  expect(screen.queryByRole('alert')).toBeNull();
  await fill('Recovery code', ' k7m2p-x9q4t ');
  press('Confirm');
  await expectResult('Logged out');
  expect(api.requestsTo('POST /users/step-up')[0]?.body).toEqual({ recoveryCode: 'k7m2p-x9q4t' });
});

it('takes an emailed code from an account without a password', async () => {
  const { token = '', user } = currentSession() ?? {};
  if (user) act(() => storeSession({ token, user: { ...user, hasPassword: false } }));
  const api = shop();
  await start();
  fireEvent.click(await screen.findByRole('button', { name: 'Email me a code' }));
  await fill('Code from the email', '000 000');
  expect(await screen.findByText('This code is incorrect or has expired.')).toBeTruthy();
  expect(api.requestsTo('DELETE /users/sessions')).toHaveLength(1);
  await fill('Code from the email', '048215');
  await expectResult('Logged out');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.requestsTo('POST /users/otp').map(({ body }) => body)).toEqual([{ email: 'meena@example.com' }]);
  expect(api.requestsTo('POST /users/step-up').map(({ body }) => body)).toEqual([
    { emailCode: '000000' },
    { emailCode: '048215' },
  ]);
});

it('takes a passkey', async () => {
  Object.assign(globalThis, { PublicKeyCredential: () => undefined });
  startAuthentication.mockResolvedValue({ id: 'key' });
  const api = shop({ passkeys: [{ id: 'key', name: 'Phone', createdAt: '2026-01-15T09:30:00.000Z' }] });
  await start();
  fireEvent.click(await screen.findByRole('button', { name: 'Use your passkey' }));
  await expectResult('Logged out');
  expect(startAuthentication).toHaveBeenCalledWith({ optionsJSON: { challenge: 'abc' } });
  expect(api.requestsTo('POST /users/step-up')[0]?.body).toEqual({ passkey: { id: 'key' } });
});

it('explains a passkey request that was cancelled', async () => {
  Object.assign(globalThis, { PublicKeyCredential: () => undefined });
  startAuthentication.mockRejectedValue(Object.assign(new Error('no'), { name: 'NotAllowedError' }));
  shop({ passkeys: [{ id: 'key', name: 'Phone', createdAt: '2026-01-15T09:30:00.000Z' }] });
  await start();
  fireEvent.click(await screen.findByRole('button', { name: 'Use your passkey' }));
  expect((await screen.findByRole('alert')).textContent).toContain('was cancelled or took too long');
  expect(screen.getByRole('dialog')).toBeTruthy();
});
