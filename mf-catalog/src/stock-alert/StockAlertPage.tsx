import { useState } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { useLocation } from '@rangavalli/web-kit/federation/router';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { FailureNotice, Notice } from '@rangavalli/web-kit/ui/Notice';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { messages } from './messages.js';
import css from './StockAlertPage.module.css';

const actions = {
  confirm: {
    title: messages.confirmTitle,
    lead: messages.confirmLead,
    label: messages.confirm,
    send: (token: string) => call('POST /stock-alerts/confirm', { body: { token } }),
  },
  cancel: {
    title: messages.cancelTitle,
    lead: messages.cancelLead,
    label: messages.cancel,
    send: (token: string) => call('POST /stock-alerts/cancel', { body: { token } }),
  },
};

/**
 * Confirms or cancels a stock alert by the link in its email. It needs a click, since mail programs open links to scan
 * them; a confirmation must be the reader's own.
 */
export function StockAlertPage({ action }: { action: keyof typeof actions }) {
  const { title, lead, label, send } = actions[action];
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token');
  const [success, setSuccess] = useState<string>();
  const { form, busy, failure } = useForm<never>({
    fields: [],
    validate: () => ({}),
    submit: async () => setSuccess((await send(token ?? '')).message),
  });
  const isOver = success !== undefined || !token || failure?.code === 'EMAIL_LINK_INVALID';
  return (
    <Page title={title} lead={lead} width="narrow">
      <form className={css.form} {...form}>
        {!token && <Notice kind="error">{messages.linkIncomplete}</Notice>}
        {failure && <FailureNotice failure={failure} fallback={messages.somethingWrong} />}
        {failure?.code === 'EMAIL_LINK_INVALID' && <p>{messages.linkInvalid}</p>}
        {success && <Notice kind="success">{success}</Notice>}
        {isOver ? (
          <ButtonLink to="/all">{messages.browse}</ButtonLink>
        ) : (
          <Button type="submit" busy={busy}>
            {label}
          </Button>
        )}
      </form>
    </Page>
  );
}
