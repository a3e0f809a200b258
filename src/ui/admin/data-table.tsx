import { Link, useNavigation, useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '../icon.tsx';
import { useFocusWhenLost } from '../use-focus-when-lost.ts';
import { AdminIcon, type AdminIconName } from './admin-icon.tsx';
import { searchWith } from './list-page.tsx';
import { SelectAll, type Selection, SelectRow } from './selection.tsx';

export type Column<Row> = {
  id: string;
  head: string;
  cell: (row: Row) => React.ReactNode;
  /** Numbers and money: aligned at their end, in tabular figures. */
  figures?: boolean;
  /** Whether the cell names its row. By default the first column does. */
  isName?: boolean;
  /** Whether the list can be sorted by this column; `id` is the value in the URL. */
  sorts?: boolean;
};

type Order = { sort: string; order: 'asc' | 'desc' };

type DataTableProps<Row> = {
  /** Caption for assistive technology. */
  caption: string;
  /** The first column is the row header. */
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => number | string;
  /** Actions of a row, in the last column. */
  actions?: (row: Row) => React.ReactNode;
  /** Current sort order; required if a column is sortable. */
  order?: Order;
  selection?: Selection;
  /** Name of a row for its checkbox. */
  nameOf?: (row: Row) => string;
  /** Text for an empty list. */
  empty: string;
  /** The rows have no links or buttons, so the region itself takes the focus and can be scrolled by keyboard. */
  withoutControls?: boolean;
};

/**
 * A table with a sticky header that scrolls horizontally in its own frame. On narrow screens each row becomes a card
 * whose values show their column names. Sort links work without scripts.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const t = useTranslator();
  const { caption, columns, rows, keyOf, actions, order, selection, nameOf, empty, withoutControls } = props;
  const region = useFocusWhenLost<HTMLElement>(rows);
  const busy = useNavigation().state === 'loading';
  return (
    <div className="table-frame rounded-lg border border-line bg-surface">
      <section
        ref={region}
        tabIndex={withoutControls ? 0 : -1}
        aria-label={caption}
        aria-busy={busy}
        className="table-region"
      >
        {rows.length === 0 && <p className="p-6 text-ink-soft">{empty}</p>}
        {rows.length > 0 && (
          <table className="data-table">
            <caption className="sr-only">{caption}</caption>
            <thead>
              <tr>
                {selection && (
                  <th scope="col">
                    <SelectAll selection={selection} />
                  </th>
                )}
                {columns.map((column) => (
                  <ColumnHead key={column.id} column={column} order={order} />
                ))}
                {actions && <th scope="col">{t('admin.table.actions')}</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={keyOf(row)} data-selected={selection?.has(Number(keyOf(row))) || undefined}>
                  {selection && (
                    <td className="row-select">
                      <SelectRow selection={selection} id={Number(keyOf(row))} name={nameOf?.(row) ?? ''} />
                    </td>
                  )}
                  {columns.map((column, place) => (
                    <DataCell key={column.id} column={column} row={row} isName={column.isName ?? place === 0} />
                  ))}
                  {actions && (
                    <td className="row-actions">
                      <div className="-ms-3 flex gap-1">{actions(row)}</div>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      <p role="status" className="sr-only">
        {busy && t('admin.table.loading')}
      </p>
    </div>
  );
}

function DataCell<Row>({ column, row, isName }: { column: Column<Row>; row: Row; isName: boolean }) {
  const cell = { 'data-head': column.head, className: column.figures ? 'figures text-end' : undefined };
  if (isName) {
    return (
      <th scope="row" {...cell}>
        {column.cell(row)}
      </th>
    );
  }
  return <td {...cell}>{column.cell(row)}</td>;
}

function ColumnHead<Row>({ column, order }: { column: Column<Row>; order: Order | undefined }) {
  const [search] = useSearchParams();
  const { id, head, figures, sorts } = column;
  const align = figures ? 'text-end' : undefined;
  if (!sorts || !order) {
    return (
      <th scope="col" className={align}>
        {head}
      </th>
    );
  }
  const sorted = order.sort === id;
  const next = sorted && order.order === 'asc' ? 'desc' : 'asc';
  return (
    <th
      scope="col"
      aria-sort={sorted ? (order.order === 'asc' ? 'ascending' : 'descending') : 'none'}
      className={align}
    >
      <Link
        to={{ search: searchWith(search, { sort: id, order: next }) }}
        preventScrollReset
        className="inline-flex min-h-11 items-center gap-1 underline-offset-4 hover:underline"
      >
        {head}
        <Icon
          name="down"
          className={`size-4 ${sorted ? '' : 'opacity-30'} ${sorted && order.order === 'asc' ? 'rotate-180' : ''}`}
        />
      </Link>
    </th>
  );
}

const CLASSES = 'grid size-11 place-items-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink';

type RowActionProps = {
  icon: AdminIconName;
  /** Accessible name: the action and the row. */
  label: string;
};

/** Icon link of a table row. */
export function RowLink({ icon, label, to }: RowActionProps & { to: string | { search: string } }) {
  return (
    <Link to={to} preventScrollReset aria-label={label} title={label} className={CLASSES}>
      <AdminIcon name={icon} />
    </Link>
  );
}

/** Icon button of a table row. Hidden without scripts. */
export function RowButton({ icon, label, onPress }: RowActionProps & { onPress: () => void }) {
  return (
    <button type="button" aria-label={label} title={label} onClick={onPress} className={`${CLASSES} noscript:hidden`}>
      <AdminIcon name={icon} />
    </button>
  );
}
