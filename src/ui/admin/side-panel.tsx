import { useNavigate, useSearchParams } from 'react-router';
import { Dialog } from '../dialog.tsx';
import { searchToOpen } from './admin-search.ts';

type SidePanelProps = {
  title: string;
  /** Whether the address asks for it and its content is there. */
  open: boolean;
  /** What is typed in it is not lost by a press beside it. */
  holdsForm?: boolean;
  children: React.ReactNode;
};

/**
 * A detail beside its list. It opens by an address (`view`, `edit`: see `searchToOpen`), so it can be linked to, and closing it
 * leads back to the same place of the list.
 */
export function SidePanel({ title, open, holdsForm = false, children }: SidePanelProps) {
  const close = useClosePanel();
  return (
    <Dialog title={title} open={open} onClose={close} atSide holdsForm={holdsForm}>
      {children}
    </Dialog>
  );
}

/** Leads back from a detail to its list. */
export function useClosePanel(): () => void {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return () => {
    if (!search.has('view') && !search.has('edit')) return;
    void navigate({ search: searchToOpen(search, 'view', undefined) }, { preventScrollReset: true });
  };
}

/** What is known of something, as names and values. A value that is missing is a dash. */
export function Facts({ facts }: { facts: [name: string, value: React.ReactNode][] }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2">
      {facts.map(([name, value]) => (
        <div key={name} className="col-span-full grid grid-cols-subgrid border-line border-b pb-2">
          <dt className="text-ink-soft text-sm">{name}</dt>
          <dd className="wrap-anywhere">{value || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
