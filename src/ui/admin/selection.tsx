import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '../button.tsx';

/** Which of the rows in view are selected. */
export type Selection = {
  ids: number[];
  has: (id: number) => boolean;
  isAll: boolean;
  toggle: (id: number) => void;
  toggleAll: () => void;
  clear: () => void;
};

/**
 * Keeps a selection among the rows in view; a row that leaves the view is not selected any more.
 * @param shown the ids of the rows in view
 */
export function useSelection(shown: number[]): Selection {
  const [chosen, setChosen] = useState<number[]>([]);
  const ids = chosen.filter((id) => shown.includes(id));
  const isAll = shown.length > 0 && ids.length === shown.length;
  return {
    ids,
    has: (id) => ids.includes(id),
    isAll,
    toggle: (id) => setChosen(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]),
    toggleAll: () => setChosen(isAll ? [] : shown),
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

/** What can be done with all selected rows at once; there only while some are. */
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
