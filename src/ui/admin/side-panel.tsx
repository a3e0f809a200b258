import { useNavigate, useSearchParams } from 'react-router';
import { Dialog } from '../dialog.tsx';
import { searchToOpen } from './list-page.tsx';

type SidePanelProps = {
  title: string;
  /** Whether the URL names a detail and its content is loaded. */
  open: boolean;
  /** Whether it has a form; a click outside then does not close it. */
  holdsForm?: boolean;
  children: React.ReactNode;
};

/**
 * A detail next to its list. It opens by URL (`view`, `edit`: see `searchToOpen`), so it can be linked to. Closing it
 * keeps the position in the list.
 */
export function SidePanel({ title, open, holdsForm = false, children }: SidePanelProps) {
  const close = useClosePanel();
  return (
    <Dialog title={title} open={open} onClose={close} atSide holdsForm={holdsForm}>
      {children}
    </Dialog>
  );
}

/** Returns a function that closes the detail in the URL. */
export function useClosePanel(): () => void {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return () => {
    if (!search.has('view') && !search.has('edit')) return;
    void navigate({ search: searchToOpen(search, 'view', undefined) }, { preventScrollReset: true });
  };
}

/** A list of names and values. A missing value is shown as a dash. */
export function Facts({ facts }: { facts: [name: string, value: React.ReactNode][] }) {
  return (
    <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-4 gap-y-2">
      {facts.map(([name, value]) => (
        <div key={name} className="col-span-full grid grid-cols-subgrid border-line border-b pb-2">
          <dt className="text-ink-soft text-sm">{name}</dt>
          <dd className="wrap-anywhere">{value || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
