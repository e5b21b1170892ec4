import type { CommandRequest } from '@rangavalli/contracts/commands';
import { formatPaise } from '@rangavalli/service-kit/money';
import { composeEmail } from './compose-email.js';
import type { Block, EmailContent } from './email-document.js';
import { messages } from './messages.js';
import { actions, formatDate } from './order-blocks.js';

type EmailRequest = CommandRequest<'rpc.notification.email.send'>;

const instantFormat = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});
const instantOf = (at: string): string => `${instantFormat.format(new Date(at))} (IST)`;
const withDevice = (device: string | undefined): string => (device ? ` from ${device}` : '');
const MINUTES_PER_HOUR = 60;

function duration(minutes: number): string {
  return minutes % MINUTES_PER_HOUR === 0 && minutes > MINUTES_PER_HOUR
    ? `${minutes / MINUTES_PER_HOUR} hours`
    : `${minutes} minutes`;
}

interface Content {
  subject: string;
  title: string;
  blocks: Block[];
}

const paragraph = (text: string): Block => ({ type: 'paragraph', text });

/**
 * Returns an email that another service requests. A recipient without a name has not confirmed the address: it carries
 * none.
 */
export function accountEmail(request: EmailRequest, storefront?: string): EmailContent {
  const { subject, title, blocks } = contentOf(request, storefront);
  const preheader = blocks.flatMap((block) => (block.type === 'paragraph' ? block.text : []))[0] ?? subject;
  const email = { subject, title, preheader, name: request.data.name, blocks, help: messages.help };
  return composeEmail({ ...email, audience: 'account' }, storefront);
}

function contentOf(request: EmailRequest, storefront: string | undefined): Content {
  const { validity, notYou, roles } = messages;
  const below = (path: string): string | undefined => storefront && new URL(path, storefront).href;
  const ifNotYou = [paragraph(notYou), ...actions(messages.secureAccount, below('/user/security'))];
  switch (request.template) {
    case 'password-reset': {
      const { subject, title, intro, view, ignore } = messages.passwordReset;
      const { link, validMinutes } = request.data;
      const closing = `${validity(duration(validMinutes))} ${ignore}`;
      return { subject, title, blocks: [paragraph(intro), ...actions(view, link), paragraph(closing)] };
    }
    case 'login-code': {
      const { subject, title, intro, keep } = messages.loginCode;
      const { code, validMinutes } = request.data;
      const blocks = [paragraph(intro(duration(validMinutes))), { type: 'code', code } as const, paragraph(keep)];
      return { subject: subject(code), title, blocks };
    }
    case 'order-code': {
      const { subject, title, intro, amounts, keep } = messages.orderCode;
      const { code, validMinutes, orderNumber, totalPaise, feePaise } = request.data;
      const amount = amounts(formatPaise(totalPaise), feePaise > 0 ? formatPaise(feePaise) : undefined);
      const blocks = [
        paragraph(intro(orderNumber, duration(validMinutes))),
        { type: 'code', code } as const,
        paragraph(amount),
        paragraph(keep),
      ];
      return { subject: subject(code), title, blocks };
    }
    case 'complaint': {
      const { subject, title, ...intros } = messages.complaint;
      const { number, change, path } = request.data;
      const blocks = [paragraph(intros[change](number)), ...actions(messages.complaintLink, below(path))];
      return { subject: subject(number), title, blocks };
    }
    case 'email-verification': {
      const { subject, title, intro, view, ignore } = messages.emailVerification;
      const { link, validMinutes } = request.data;
      const closing = `${validity(duration(validMinutes))} ${ignore}`;
      return { subject, title, blocks: [paragraph(intro), ...actions(view, link), paragraph(closing)] };
    }
    case 'email-changed': {
      const { subject, title, intro, undo, view } = messages.emailChanged;
      const { link, validMinutes, at } = request.data;
      const texts = [paragraph(intro(instantOf(at))), paragraph(undo)];
      return {
        subject,
        title,
        blocks: [...texts, ...actions(view, link), paragraph(validity(duration(validMinutes)))],
      };
    }
    case 'new-device': {
      const { subject, title, intro } = messages.newDevice;
      const { at, device } = request.data;
      return { subject, title, blocks: [paragraph(intro(instantOf(at), withDevice(device))), ...ifNotYou] };
    }
    case 'password-changed': {
      const { subject, title, intro } = messages.passwordChanged;
      const { at, device } = request.data;
      return { subject, title, blocks: [paragraph(intro(instantOf(at), withDevice(device))), ...ifNotYou] };
    }
    case 'second-factor-changed': {
      const { subject, title, ...intros } = messages.secondFactorChanged;
      const { at, change } = request.data;
      return { subject, title, blocks: [paragraph(intros[change](instantOf(at))), ...ifNotYou] };
    }
    case 'staff-invitation': {
      const { subject, title, intro, view, ignore } = messages.staffInvitation;
      const { link, validMinutes, role } = request.data;
      const closing = `${validity(duration(validMinutes))} ${ignore}`;
      return { subject, title, blocks: [paragraph(intro(roles[role])), ...actions(view, link), paragraph(closing)] };
    }
    case 'role-changed': {
      const { subject, title, intro, view, login } = messages.roleChanged;
      const { at, role } = request.data;
      const texts = [paragraph(intro(roles[role], instantOf(at))), paragraph(login)];
      return { subject, title, blocks: [...texts, ...actions(view, below('/login'))] };
    }
    case 'deletion-scheduled': {
      const { subject, title, intro, cancel, view } = messages.deletionScheduled;
      const { deletesAt, link } = request.data;
      const texts = [paragraph(intro(formatDate(deletesAt))), paragraph(cancel)];
      return { subject, title, blocks: [...texts, ...actions(view, link)] };
    }
    case 'account-deleted': {
      const { subject, title, intro, kept } = messages.accountDeleted;
      return { subject, title, blocks: [paragraph(intro), paragraph(kept)] };
    }
  }
}
