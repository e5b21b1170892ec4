import { useState } from 'react';
import type { Invitation, StaffMember } from '@rangavalli/contracts/entities/user';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { formatDateTime } from '@rangavalli/web-kit/format/dates';
import { roleNames } from '@rangavalli/web-kit/format/roles';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { useSession } from '@rangavalli/web-kit/session/session';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { DataTable, type Column } from '../layout/DataTable.js';
import { Page, PendingPage } from '../layout/Page.js';
import { Panel } from '../layout/Panel.js';
import shared from '../layout/shared.module.css';
import { useAction } from '../layout/use-action.js';
import { InviteDialog } from './InviteDialog.js';
import { messages } from './messages.js';
import { RoleDialog } from './RoleDialog.js';
import { SecondFactorDialog } from './SecondFactorDialog.js';

/** Members of staff with their roles, and open invitations. */
export function StaffPage() {
  const query = useQuery('staff', (signal) => call('GET /users/admin/staff', {}, { signal }));
  const mayChange = usePermissions()('staff.write');
  const [isInviting, setIsInviting] = useState(false);
  if (!query.data)
    return <PendingPage title={messages.title} query={query} what={messages.what} loadFailed={messages.loadFailed} />;
  const { staff, invitations } = query.data;
  return (
    <Page
      title={messages.title}
      actions={mayChange && <Button onClick={() => setIsInviting(true)}>{messages.invite}</Button>}
    >
      <div className={shared.stack}>
        <Panel title={messages.members} flush>
          <Members staff={staff} mayChange={mayChange} onChanged={query.reload} />
        </Panel>
        <Panel title={messages.invitations} flush={invitations.length > 0}>
          {invitations.length === 0 ? (
            <p className={shared.empty}>{messages.noInvitations}</p>
          ) : (
            <Invitations invitations={invitations} mayChange={mayChange} onChanged={query.reload} />
          )}
        </Panel>
      </div>
      {isInviting && (
        <InviteDialog
          onClose={() => setIsInviting(false)}
          onInvited={() => {
            setIsInviting(false);
            query.reload();
          }}
        />
      )}
    </Page>
  );
}

interface MembersProps {
  staff: readonly StaffMember[];
  mayChange: boolean;
  onChanged: () => void;
}

function Members({ staff, mayChange, onChanged }: MembersProps) {
  const ownId = useSession()?.user?._id;
  const [changing, setChanging] = useState<StaffMember>();
  const [removing, setRemoving] = useState<StaffMember>();
  const action: Column<StaffMember> = {
    label: messages.action,
    cell: (member) =>
      member._id === ownId ? (
        messages.you
      ) : (
        <Button look="quiet" aria-label={messages.changeRoleOf(member.name)} onClick={() => setChanging(member)}>
          {messages.changeRole}
        </Button>
      ),
  };
  return (
    <>
      <DataTable
        inPanel
        caption={messages.members}
        rows={staff}
        keyOf={({ _id }) => _id}
        columns={[
          { label: messages.name, cell: ({ name }) => name },
          { label: messages.email, kind: 'wide', cell: ({ email }) => email },
          { label: messages.role, cell: ({ staffRole }) => roleNames[staffRole] },
          {
            label: messages.secondFactor,
            cell: (member) => (
              <>
                <Badge tone={member.hasSecondFactor ? 'green' : 'yellow'}>
                  {member.hasSecondFactor ? messages.on : messages.off}
                </Badge>{' '}
                {mayChange && member.hasSecondFactor && member._id !== ownId && (
                  <Button
                    look="quiet"
                    aria-label={messages.removeFactorOf(member.name)}
                    onClick={() => setRemoving(member)}
                  >
                    {messages.remove}
                  </Button>
                )}
              </>
            ),
          },
          {
            label: messages.lastLogin,
            kind: 'short',
            cell: ({ lastLoginAt }) => (lastLoginAt ? formatDateTime(lastLoginAt) : messages.never),
          },
          ...(mayChange ? [action] : []),
        ]}
      />
      {removing && (
        <SecondFactorDialog
          person={{ id: removing._id, name: removing.name }}
          onClose={() => setRemoving(undefined)}
          onChanged={onChanged}
        />
      )}
      {changing && (
        <RoleDialog
          person={{ id: changing._id, name: changing.name, role: changing.staffRole }}
          onClose={() => setChanging(undefined)}
          onChanged={() => {
            setChanging(undefined);
            onChanged();
          }}
        />
      )}
    </>
  );
}

interface InvitationsProps {
  invitations: readonly Invitation[];
  mayChange: boolean;
  onChanged: () => void;
}

function Invitations({ invitations, mayChange, onChanged }: InvitationsProps) {
  const { busy, run } = useAction(onChanged);
  const [withdrawing, setWithdrawing] = useState<Invitation>();
  const withdraw = async ({ id }: Invitation) => {
    await run('withdraw', () => call('DELETE /users/admin/invitations/{id}', { params: { id } }));
    setWithdrawing(undefined);
  };
  const action: Column<Invitation> = {
    label: messages.action,
    cell: (invitation) => (
      <Button
        look="quiet"
        aria-label={messages.withdrawOf(invitation.email)}
        onClick={() => setWithdrawing(invitation)}
      >
        {messages.withdraw}
      </Button>
    ),
  };
  return (
    <>
      <DataTable
        inPanel
        caption={messages.invitations}
        rows={invitations}
        keyOf={({ id }) => id}
        columns={[
          { label: messages.email, cell: ({ email }) => email },
          { label: messages.role, cell: ({ role }) => roleNames[role] },
          { label: messages.invitedBy, cell: ({ invitedBy }) => invitedBy.name },
          { label: messages.expires, kind: 'short', cell: ({ expiresAt }) => formatDateTime(expiresAt) },
          ...(mayChange ? [action] : []),
        ]}
      />
      <ConfirmDialog
        title={messages.withdrawTitle}
        open={withdrawing !== undefined}
        confirmLabel={messages.withdraw}
        cancelLabel={messages.keep}
        busy={busy !== undefined}
        onConfirm={() => withdrawing && void withdraw(withdrawing)}
        onClose={() => setWithdrawing(undefined)}
      >
        {withdrawing && messages.withdrawText(withdrawing.email)}
      </ConfirmDialog>
    </>
  );
}
