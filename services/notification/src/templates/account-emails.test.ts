import type { CommandRequest } from '@rangavalli/contracts/commands';
import { accountEmail } from './account-emails.js';

const token = 'secret-token-in-the-link';

describe('an email about an account', () => {
  const at = '2026-03-14T09:30:00.000Z';
  const link = `http://localhost:3000/confirm-email#token=${token}`;
  const validMinutes = 72 * 60;
  type Request = CommandRequest<'rpc.notification.email.send'>;
  const requests: Pick<Request, 'template' | 'data'>[] = [
    { template: 'password-reset', data: { link, validMinutes: 30 } },
    { template: 'email-verification', data: { link, validMinutes: 1440 } },
    { template: 'email-changed', data: { link, validMinutes, at } },
    { template: 'new-device', data: { at, device: 'Firefox on Linux' } },
    { template: 'password-changed', data: { at } },
    { template: 'second-factor-changed', data: { at, change: 'removed' } },
    { template: 'staff-invitation', data: { link, validMinutes, role: 'support' } },
    { template: 'role-changed', data: { at, role: 'manager' } },
    { template: 'deletion-scheduled', data: { deletesAt: at, link } },
    { template: 'account-deleted', data: {} },
    { template: 'login-code', data: { code: '048215', validMinutes: 10 } },
  ];

  test.each(requests.map((request) => [request.template, request]))(
    '%s has a subject and all facts',
    (_name, request) => {
      const envelope = { messageId: 'x', to: 'meera@example.com' };
      const { subject, text } = accountEmail({ ...envelope, ...request } as Request);
      expect(subject).toContain('Rangavalli');
      expect(text).toMatch(/^Namaste,\n/);
      if ('link' in request.data) expect(text).toContain(request.data.link);
      if ('code' in request.data) expect(`${subject} ${text}`).toMatch(/^048215 .*\n048215\n/s);
      if ('at' in request.data) expect(text).toContain('14 March 2026');
      const named = { ...request, data: { ...request.data, name: 'Meera' } };
      expect(accountEmail({ ...envelope, ...named } as Request).text).toMatch(/^Namaste Meera,\n/);
    },
  );

  test('names hours and roles', () => {
    const text = (request: Pick<Request, 'template' | 'data'> | undefined) =>
      accountEmail({ messageId: 'x', to: 'meera@example.com', ...request } as Request).text;
    expect(text(requests[2])).toContain('expires in 72 hours');
    expect(text(requests[0])).toContain('expires in 30 minutes');
    expect(text(requests[6])).toContain('Your role: customer support.');
    expect(text(requests[3])).toContain('from Firefox on Linux');
  });
});
