import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '../button.tsx';

/** The selected rows among the visible ones. */
export type Selection = {
  ids: number[];
  has: (id: number) => boolean;
  isAll: boolean;
  toggle: (id: number) => void;
  toggleAll: () => void;
  clear: () => void;
};

/**
 * Keeps a selection of the visible rows. A row that disappears is deselected.
 * @param visible the ids of the visible rows
 */
export function useSelection(visible: number[]): Selection {
  const [chosen, setChosen] = useState<number[]>([]);
  const ids = chosen.filter((id) => visible.includes(id));
  const isAll = visible.length > 0 && ids.length === visible.length;
  return {
    ids,
    has: (id) => ids.includes(id),
    isAll,
    toggle: (id) => setChosen(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]),
    toggleAll: () => setChosen(isAll ? [] : visible),
    clear: () => setChosen([]),
  };
}

const BOX = 'size-5 accent-link';
const HIT = 'grid size-11 place-items-center';

export function SelectAll({ selection }: { selection: Selection }) {
  const t = useTranslator();
  return (
    <label className={HIT}>
      <span className="sr-only">{t('admin.table.selectAll')}</span>
      <input type="checkbox" checked={selection.isAll} onChange={selection.toggleAll} className={BOX} />
    </label>
  );
}

export function SelectRow({ selection, id, name }: { selection: Selection; id: number; name: string }) {
  const t = useTranslator();
  return (
    <label className={HIT}>
      <span className="sr-only">{t('admin.table.select', { row: name })}</span>
      <input type="checkbox" checked={selection.has(id)} onChange={() => selection.toggle(id)} className={BOX} />
    </label>
  );
}

/** Actions on all selected rows. Hidden without a selection. */
export function BulkBar({ selection, children }: { selection: Selection; children: React.ReactNode }) {
  const t = useTranslator();
  if (selection.ids.length === 0) return null;
  return (
    <div className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-raised p-2 shadow-float">
      <p role="status" className="figures px-2 font-semibold">
        {t('admin.table.selected', { count: selection.ids.length })}
      </p>
      {children}
      <Button kind="plain" onClick={selection.clear} className="ms-auto">
        {t('admin.table.clear')}
      </Button>
    </div>
  );
}
