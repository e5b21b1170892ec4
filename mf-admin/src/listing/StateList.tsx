import type { ReactNode } from 'react';
import { type Column, DataTable } from '../layout/DataTable.js';
import { FilterBar, FilterSelect } from './FilterBar.js';
import { PagedList } from './PagedList.js';
import type { List, ListPage } from './use-list.js';
import type { ListParams } from './use-list-params.js';

interface StateListProps<P extends ListPage, Row> {
  params: ListParams;
  list: List<P>;
  rowsOf: (page: P) => readonly Row[];
  keyOf: (row: Row) => string;
  columns: readonly Column<Row>[];
  messages: {
    title: string;
    what: string;
    loadFailed: string;
    empty: string;
    emptyText: string;
    state: string;
    allStates: string;
    /** Labels by value. */
    states: Readonly<Record<string, string>>;
  };
  /** Further filters. */
  children?: ReactNode;
}

/** A list with a filter by state. */
export function StateList<P extends ListPage, Row>({
  params,
  list,
  rowsOf,
  keyOf,
  columns,
  messages,
  children,
}: StateListProps<P, Row>) {
  return (
    <>
      <FilterBar params={params} what={messages.what} found={list.first?.total}>
        <FilterSelect
          params={params}
          name="state"
          label={messages.state}
          options={{ '': messages.allStates, ...messages.states }}
        />
        {children}
      </FilterBar>
      <PagedList
        list={list}
        rowsOf={rowsOf}
        what={messages.what}
        loadFailed={messages.loadFailed}
        empty={{ title: messages.empty, text: messages.emptyText }}
      >
        {(rows) => <DataTable caption={messages.title} rows={rows} keyOf={keyOf} columns={columns} />}
      </PagedList>
    </>
  );
}
