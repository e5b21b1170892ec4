import { useState } from 'react';
import type { CustomerGroup } from '@rangavalli/contracts/entities/customer-group';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { DataTable } from '../layout/DataTable.js';
import { Page, PendingPage } from '../layout/Page.js';
import shared from '../layout/shared.module.css';
import { useAction } from '../layout/use-action.js';
import { formatCount } from '../listing/counts.js';
import { GroupDialog } from './GroupDialog.js';
import { MembersDialog } from './MembersDialog.js';
import { messages } from './messages.js';

const back = { to: '/admin/customers', label: 'Customers' };

/** Groups of customers, for offers. */
export function GroupsPage() {
  const may = usePermissions();
  const query = useQuery('customer groups', (signal) => call('GET /users/admin/groups', {}, { signal }));
  const { busy, run } = useAction(query.reload);
  const [open, setOpen] = useState<{ what: 'edit' | 'members' | 'delete'; group?: CustomerGroup }>();
  const close = () => setOpen(undefined);
  if (!query.data)
    return (
      <PendingPage
        title={messages.title}
        back={back}
        query={query}
        what={messages.what}
        loadFailed={messages.loadFailed}
      />
    );
  const { groups } = query.data;
  const mayWrite = may('customers.write');
  const remove = async ({ _id: id }: CustomerGroup) => {
    await run('delete', () => call('DELETE /users/admin/groups/{id}', { params: { id } }));
    close();
  };
  const actionCell = (group: CustomerGroup) => (
    <div className={shared.actions}>
      <Button
        look="quiet"
        aria-label={messages.addCustomersOf(group.name)}
        onClick={() => setOpen({ what: 'members', group })}
      >
        {messages.addCustomers}
      </Button>
      <Button look="quiet" aria-label={messages.editOf(group.name)} onClick={() => setOpen({ what: 'edit', group })}>
        {messages.edit}
      </Button>
      <Button
        look="quiet"
        aria-label={messages.deleteOf(group.name)}
        onClick={() => setOpen({ what: 'delete', group })}
      >
        {messages.delete}
      </Button>
    </div>
  );
  return (
    <Page
      title={messages.title}
      back={back}
      note={messages.note}
      actions={mayWrite && <Button onClick={() => setOpen({ what: 'edit' })}>{messages.add}</Button>}
    >
      {groups.length === 0 ? (
        <EmptyState title={messages.empty} text={messages.emptyText} />
      ) : (
        <DataTable
          caption={messages.title}
          rows={groups}
          keyOf={({ _id }) => _id}
          columns={[
            { label: messages.name, cell: ({ name }) => name },
            { label: messages.description, kind: 'wide', cell: ({ description = '' }) => description },
            {
              label: messages.customers,
              cell: ({ _id, customers }) => (
                <Link to={`/admin/customers?group=${_id}`}>{messages.members(formatCount(customers))}</Link>
              ),
            },
            ...(mayWrite ? [{ label: messages.action, cell: actionCell }] : []),
          ]}
        />
      )}
      {open?.what === 'edit' && (
        <GroupDialog
          group={open.group}
          onClose={close}
          onSaved={() => {
            close();
            query.reload();
          }}
        />
      )}
      {open?.what === 'members' && open.group && (
        <MembersDialog group={open.group} onClose={close} onSaved={query.reload} />
      )}
      <ConfirmDialog
        title={messages.deleteTitle(open?.group?.name ?? '')}
        open={open?.what === 'delete'}
        confirmLabel={messages.delete}
        cancelLabel={messages.keep}
        busy={busy !== undefined}
        onConfirm={() => open?.group && void remove(open.group)}
        onClose={close}
      >
        {messages.deleteText}
      </ConfirmDialog>
    </Page>
  );
}
