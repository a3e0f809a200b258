import { useState } from 'react';
import { Icon } from '#ui/icon.tsx';

type FilterFoldProps = {
  label: string;
  /** What is chosen inside, shown beside the label; empty if nothing is. */
  chosen: string;
  children: React.ReactNode;
};

/** A filter that unfolds. It begins open if something is chosen, and later only the user opens and closes it. */
export function FilterFold({ label, chosen, children }: FilterFoldProps) {
  const [open] = useState(chosen !== '');
  return (
    <details className="group/fold border-line border-b" open={open}>
      <summary className="flex min-h-12 cursor-pointer items-center gap-3 py-1">
        <span className="shrink-0 font-semibold">{label}</span>
        <span className="min-w-0 grow truncate text-end text-ink-soft text-sm">{chosen}</span>
        <Icon name="down" className="size-4 text-ink-soft group-open/fold:rotate-180" />
      </summary>
      <div className="grid gap-3 pb-4">{children}</div>
    </details>
  );
}
