import { useState } from 'react';
import type { PinOverride } from '@rangavalli/contracts/entities/delivery';
import { call } from '@rangavalli/web-kit/data/api';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { DataTable } from '../layout/DataTable.js';
import { useAction } from '../layout/use-action.js';
import { FilterBar } from '../listing/FilterBar.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useDebounced, useListParams } from '../listing/use-list-params.js';
import css from './Delivery.module.css';
import { messages } from './messages.js';
import { PinDialog } from './PinDialog.js';
import { PinsImport } from './PinsImport.js';

/** PIN codes that differ from their zone. */
export function Pins() {
  const params = useListParams();
  const filter = { q: useDebounced(params.get('q')) || undefined };
  const list = useList(`pins ${JSON.stringify(filter)}`, params, (cursor, signal) =>
    call('GET /delivery/pins', { query: { ...filter, cursor } }, { signal }),
  );
  const { busy, run } = useAction(list.reload);
  const [editing, setEditing] = useState<{ pin?: PinOverride }>();
  const [isImporting, setIsImporting] = useState(false);
  const close = () => {
    setEditing(undefined);
    setIsImporting(false);
  };
  const saved = () => {
    close();
    list.reload();
  };
  return (
    <>
      <div className={css.toolbar}>
        <Button look="secondary" onClick={() => setIsImporting(true)}>
          {messages.importCsv}
        </Button>
        <Button onClick={() => setEditing({})}>{messages.addPin}</Button>
      </div>
      <FilterBar params={params} what={messages.pinsWhat} search={messages.searchPins} found={list.first?.total} />
      <PagedList
        list={list}
        rowsOf={({ pins }) => pins}
        what={messages.pinsWhat}
        loadFailed={messages.pinsFailed}
        empty={{ title: messages.pinsEmpty, text: params.get('q') ? messages.noMatches : messages.pinsEmptyText }}
      >
        {(rows) => (
          <DataTable
            caption={messages.pins}
            rows={rows}
            keyOf={({ pincode }) => pincode}
            columns={[
              { label: messages.pincode, kind: 'short', cell: ({ pincode }) => pincode },
              { label: messages.served, cell: ({ isServed }) => (isServed ? messages.yes : messages.no) },
              { label: messages.cod, cell: messages.codOf },
              { label: messages.time, cell: messages.daysOf },
              {
                label: messages.action,
                kind: 'short',
                cell: (pin) => (
                  <div className={css.actions}>
                    <Button look="quiet" aria-label={messages.editOf(pin.pincode)} onClick={() => setEditing({ pin })}>
                      {messages.edit}
                    </Button>
                    <Button
                      look="quiet"
                      aria-label={messages.deleteOf(pin.pincode)}
                      disabled={busy !== undefined}
                      onClick={() =>
                        void run(pin.pincode, () =>
                          call('DELETE /delivery/pins/{pincode}', { params: { pincode: pin.pincode } }),
                        )
                      }
                    >
                      {messages.delete}
                    </Button>
                  </div>
                ),
              },
            ]}
          />
        )}
      </PagedList>
      {editing && <PinDialog pin={editing.pin} onClose={close} onSaved={saved} />}
      {isImporting && <PinsImport onClose={close} onImported={saved} />}
    </>
  );
}
