import type { CommandRequest } from '@rangavalli/contracts/commands';
import { formatPaise } from '@rangavalli/service-kit/money';
import { compose, type EmailContent, messages } from './messages.js';

type EmailRequest = CommandRequest<'rpc.notification.email.send'>;

const instantFormat = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});
const dayFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
const instantOf = (at: string): string => `${instantFormat.format(new Date(at))} (IST)`;
const withDevice = (device: string | undefined): string => (device ? ` from ${device}` : '');
const MINUTES_PER_HOUR = 60;

function duration(minutes: number): string {
  return minutes % MINUTES_PER_HOUR === 0 && minutes > MINUTES_PER_HOUR
    ? `${minutes / MINUTES_PER_HOUR} hours`
    : `${minutes} minutes`;
}

/**
 * Returns an email that another service requests. A recipient without a name has not confirmed the address: it carries
 * none.
 */
export function accountEmail(request: EmailRequest, shopUrl?: string): EmailContent {
  const { subject, paragraphs } = contentOf(request, shopUrl);
  return compose(subject, request.data.name, [...paragraphs, messages.help]);
}

function contentOf(
  request: EmailRequest,
  shopUrl: string | undefined,
): { subject: string; paragraphs: (string | string[])[] } {
  const { validity, notYou, roles } = messages;
  switch (request.template) {
    case 'password-reset': {
      const { subject, intro, ignore } = messages.passwordReset;
      const { link, validMinutes } = request.data;
      return { subject, paragraphs: [intro, link, `${validity(duration(validMinutes))} ${ignore}`] };
    }
    case 'login-code': {
      const { subject, intro, keep } = messages.loginCode;
      const { code, validMinutes } = request.data;
      return { subject: subject(code), paragraphs: [intro(duration(validMinutes)), code, keep] };
    }
    case 'order-code': {
      const { subject, intro, amounts, keep } = messages.orderCode;
      const { code, validMinutes, orderNumber, totalPaise, feePaise } = request.data;
      const amount = amounts(formatPaise(totalPaise), feePaise > 0 ? formatPaise(feePaise) : undefined);
      return { subject: subject(code), paragraphs: [intro(orderNumber, duration(validMinutes)), code, amount, keep] };
    }
    case 'complaint': {
      const { subject, ...intros } = messages.complaint;
      const { number, change, path } = request.data;
      return {
        subject: subject(number),
        paragraphs: [intros[change](number), ...(shopUrl ? [messages.complaintLink, new URL(path, shopUrl).href] : [])],
      };
    }
    case 'email-verification': {
      const { subject, intro, ignore } = messages.emailVerification;
      const { link, validMinutes } = request.data;
      return { subject, paragraphs: [intro, link, `${validity(duration(validMinutes))} ${ignore}`] };
    }
    case 'email-changed': {
      const { subject, intro, undo } = messages.emailChanged;
      const { link, validMinutes, at } = request.data;
      return { subject, paragraphs: [intro(instantOf(at)), undo, link, validity(duration(validMinutes))] };
    }
    case 'new-device': {
      const { subject, intro } = messages.newDevice;
      const { at, device } = request.data;
      return { subject, paragraphs: [intro(instantOf(at), withDevice(device)), notYou] };
    }
    case 'password-changed': {
      const { subject, intro } = messages.passwordChanged;
      const { at, device } = request.data;
      return { subject, paragraphs: [intro(instantOf(at), withDevice(device)), notYou] };
    }
    case 'second-factor-changed': {
      const { subject, ...intros } = messages.secondFactorChanged;
      const { at, change } = request.data;
      return { subject, paragraphs: [intros[change](instantOf(at)), notYou] };
    }
    case 'staff-invitation': {
      const { subject, intro, accept, ignore } = messages.staffInvitation;
      const { link, validMinutes, role } = request.data;
      return {
        subject,
        paragraphs: [intro(roles[role]), accept, link, `${validity(duration(validMinutes))} ${ignore}`],
      };
    }
    case 'role-changed': {
      const { subject, intro, login } = messages.roleChanged;
      const { at, role } = request.data;
      return { subject, paragraphs: [intro(roles[role], instantOf(at)), login] };
    }
    case 'deletion-scheduled': {
      const { subject, intro, cancel } = messages.deletionScheduled;
      const { deletesAt, link } = request.data;
      return { subject, paragraphs: [intro(dayFormat.format(new Date(deletesAt))), cancel, link] };
    }
    case 'account-deleted': {
      const { subject, intro, kept } = messages.accountDeleted;
      return { subject, paragraphs: [intro, kept] };
    }
  }
}
