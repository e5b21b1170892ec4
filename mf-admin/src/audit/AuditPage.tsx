import type { AuditEntry } from '@rangavalli/contracts/entities/audit';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Select } from '@rangavalli/web-kit/ui/Field';
import { DataTable } from '../layout/DataTable.js';
import { Page } from '../layout/Page.js';
import { RowsSkeleton } from '../layout/RowsSkeleton.js';
import { FilterBar } from '../listing/FilterBar.js';
import { formatMoment } from '../listing/moment.js';
import { Pager } from '../listing/Pager.js';
import { serverPage } from '../listing/server-page.js';
import { useListAddress } from '../listing/use-list-address.js';
import { useSettled } from '../listing/use-settled.js';
import {
  actionWords,
  auditSubjects,
  changeWords,
  historyLink,
  subjectLabel,
  subjectLink,
  subjectWords,
} from './audit-words.js';
import css from './AuditPage.module.css';

/** So many changes of one entry are shown at once; the others on request. */
const AT_ONCE = 4;

/** Whose history is shown, and the way there. */
function HistoryOf({ newest }: { newest: AuditEntry }) {
  const to = subjectLink(newest);
  return (
    <p className={css.of}>
      History of {subjectLabel(newest)}
      {to && <Link to={to}>Open</Link>}
    </p>
  );
}

function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  if (changes.length === 0) return <>None</>;
  const list = (some: AuditEntry['changes']) => (
    <ul className={css.changes}>
      {some.map((change) => (
        <li key={change.field}>{changeWords(change)}</li>
      ))}
    </ul>
  );
  if (changes.length <= AT_ONCE + 1) return list(changes);
  return (
    <>
      {list(changes.slice(0, AT_ONCE))}
      <details className={css.more}>
        <summary>{changes.length - AT_ONCE} more</summary>
        {list(changes.slice(AT_ONCE))}
      </details>
    </>
  );
}

/** Who changed what, when, from what to what; newest first. */
export function AuditPage() {
  const address = useListAddress();
  const subject = auditSubjects.find((one) => one === address.of('subject'));
  const q = useSettled(address.of('q'));
  const subjectId = address.of('subjectId');
  const { data, error, reload } = useQuery(`audit ${subject ?? ''} ${subjectId} ${address.page} ${q}`, (signal) =>
    call(
      'GET /operations/audit',
      {
        query: {
          ...(subject ? { subject } : {}),
          ...(subjectId ? { subjectId } : {}),
          ...(q ? { q } : {}),
          page: address.page,
        },
      },
      { signal },
    ),
  );
  const list = data && serverPage(data.entries, data);
  return (
    <Page title="Audit log">
      <FilterBar
        address={address}
        what="the audit log"
        search="Search by who did it or to what"
        found={data?.total ?? 0}
      >
        <Select label="About" value={subject ?? ''} onChange={(event) => address.set({ subject: event.target.value })}>
          <option value="">Everything</option>
          {auditSubjects.map((one) => (
            <option key={one} value={one}>
              {subjectWords(one)}
            </option>
          ))}
        </Select>
      </FilterBar>
      {error && !data && <ErrorState title="The audit log could not be loaded." error={error} onRetry={reload} />}
      {!error && !data && <RowsSkeleton what="the audit log" rows={8} height="3.25rem" />}
      {list?.rows.length === 0 && (
        <EmptyState
          title="Nothing is recorded."
          text={address.filtered ? 'Nothing fits these filters.' : 'Nobody has changed anything yet.'}
        />
      )}
      {list && list.rows.length > 0 && (
        <>
          {subjectId && list.rows[0] && <HistoryOf newest={list.rows[0]} />}
          <DataTable
            caption="Audit log"
            columns={['What', 'When', 'Who', 'On what', 'Change']}
            short={['When']}
            wide={['Change']}
            rows={list.rows.map((entry) => ({
              key: entry._id,
              cells: [
                actionWords(entry.action),
                formatMoment(entry.at),
                <span key="who">
                  {entry.actor.name}
                  {entry.actor.email && <span className={css.who}>{entry.actor.email}</span>}
                </span>,
                <Link key="subject" to={historyLink(entry)}>
                  {subjectLabel(entry)}
                </Link>,
                <Changes key="changes" changes={entry.changes} />,
              ],
            }))}
          />
          <Pager list={list} what="entries" onPage={address.goTo} />
        </>
      )}
    </Page>
  );
}
