import { useState } from 'react';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { DataTable } from '../layout/DataTable.js';
import { LoadError } from '../layout/LoadError.js';
import { messages as layout } from '../layout/messages.js';
import { messages } from './messages.js';
import css from './Notifications.module.css';
import { PreviewDialog } from './PreviewDialog.js';

export type Template = CallResponse<'GET /notifications/templates'>['templates'][number];

/** Every kind of message with its channels, to preview and to test. */
export function Templates() {
  const query = useQuery('notification templates', (signal) => call('GET /notifications/templates', {}, { signal }));
  const [open, setOpen] = useState<Template>();
  if (!query.data && query.error) return <LoadError title={messages.templatesFailed} query={query} />;
  if (!query.data)
    return (
      <div role="status" aria-label={layout.loading(messages.templatesWhat)}>
        <Skeleton height="30rem" />
      </div>
    );
  return (
    <>
      <DataTable
        caption={messages.views.templates}
        rows={query.data.templates}
        keyOf={({ kind }) => kind}
        columns={[
          { label: messages.kind, cell: ({ kind }) => messages.kinds[kind] },
          { label: messages.category, cell: ({ category }) => messages.categories[category] },
          {
            label: messages.setUp,
            kind: 'wide',
            cell: ({ channels }) => (
              <span className={css.badges}>
                {channels.map(({ channel, isSetUp }) => (
                  <Badge key={channel} tone={isSetUp ? 'green' : 'gray'}>
                    {messages.channels[channel]}
                    {!isSetUp && `, ${messages.notSetUp}`}
                  </Badge>
                ))}
              </span>
            ),
          },
          {
            label: messages.action,
            cell: (one) => (
              <Button
                look="quiet"
                aria-label={messages.previewOf(messages.kinds[one.kind])}
                onClick={() => setOpen(one)}
              >
                {messages.preview}
              </Button>
            ),
          },
        ]}
      />
      {open && <PreviewDialog template={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
