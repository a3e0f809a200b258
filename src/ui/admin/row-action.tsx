import { Link } from 'react-router';
import { AdminIcon, type AdminIconName } from './admin-icon.tsx';

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
