import { Link } from 'react-router';
import { AdminIcon, type AdminIconName } from './admin-icon.tsx';

const LOOK = 'grid size-11 place-items-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink';

type RowActionProps = {
  icon: AdminIconName;
  /** What it does with which row: the icon alone says neither. */
  label: string;
};

/** Opens something of a row, at an address of its own. */
export function RowLink({ icon, label, to }: RowActionProps & { to: string | { search: string } }) {
  return (
    <Link to={to} preventScrollReset aria-label={label} title={label} className={LOOK}>
      <AdminIcon name={icon} />
    </Link>
  );
}

/** Asks something about a row first; it needs scripts. */
export function RowButton({ icon, label, onPress }: RowActionProps & { onPress: () => void }) {
  return (
    <button type="button" aria-label={label} title={label} onClick={onPress} className={`${LOOK} noscript:hidden`}>
      <AdminIcon name={icon} />
    </button>
  );
}
