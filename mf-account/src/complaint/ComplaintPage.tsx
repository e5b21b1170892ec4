import { useRef, useState } from 'react';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { normalisePhone } from '@rangavalli/contracts/india';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { usePageHead } from '@rangavalli/web-kit/dom/page-head';
import { useSearchParams } from '@rangavalli/web-kit/federation/router';
import { useSession } from '@rangavalli/web-kit/session/session';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Input, Textarea } from '@rangavalli/web-kit/ui/Field';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { EmailInput } from '../form/EmailInput.js';
import css from '../form/form.module.css';
import { emailError } from '../form/validation.js';
import { messages } from './messages.js';

const MIN_TEXT = 10;
const PHONE = /^(\+91)?[6-9]\d{9}$/;
const phoneError = (text: string) =>
  !text.trim() || PHONE.test(normalisePhone(text).replaceAll(/\D/g, '').slice(-10)) ? undefined : messages.invalidPhone;

/** /complaint: a complaint to the grievance officer, for guests too. */
export function ComplaintPage() {
  usePageHead({ title: messages.title });
  const user = useSession()?.user;
  const [params] = useSearchParams();
  const requestId = useRef(crypto.randomUUID());
  const [sent, setSent] = useState<CallResponse<'POST /complaints'>>();
  const { form, field, busy, failure } = useForm({
    fields: ['name', 'email', 'phone', 'orderNumber', 'subject', 'text'],
    validate: ({ name, email, phone, subject, text }) => ({
      name: name.trim() ? undefined : messages.enterName,
      email: emailError(email),
      phone: phoneError(phone),
      subject: subject.trim() ? undefined : messages.enterSubject,
      text: text.trim().length >= MIN_TEXT ? undefined : messages.enterText,
    }),
    submit: async ({ name, email, phone, orderNumber, subject, text }) => {
      const body = {
        requestId: requestId.current,
        name,
        email,
        subject,
        text,
        ...(phone.trim() ? { phone: normalisePhone(phone) } : {}),
        ...(orderNumber.trim() ? { orderNumber: orderNumber.trim() } : {}),
      };
      setSent(await call('POST /complaints', { body }));
    },
  });
  if (sent) {
    return (
      <Page title={messages.sent(sent.complaint.number)} width="narrow">
        <Notice kind="success">{sent.message}</Notice>
        <ButtonLink to={sent.statusPath}>{messages.view}</ButtonLink>
      </Page>
    );
  }
  return (
    <Page title={messages.title} lead={messages.lead} width="narrow">
      <form className={css.form} {...form}>
        {failure && <Notice kind="error">{failure.message || messages.failed}</Notice>}
        <Input label={messages.name} {...field('name')} defaultValue={user?.name} autoComplete="name" required />
        <EmailInput {...field('email')} defaultValue={user?.email} />
        <Input label={messages.phone} {...field('phone')} type="tel" autoComplete="tel" inputMode="tel" />
        <Input
          label={messages.order}
          {...field('orderNumber')}
          defaultValue={params.get('order') ?? ''}
          hint={messages.orderHint}
          autoComplete="off"
        />
        <Input label={messages.subject} {...field('subject')} maxLength={120} autoComplete="off" required />
        <Textarea label={messages.text} {...field('text')} maxLength={4_000} rows={6} required />
        <Button type="submit" wide busy={busy}>
          {messages.send}
        </Button>
      </form>
    </Page>
  );
}
