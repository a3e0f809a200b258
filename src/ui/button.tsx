import { Link, type LinkProps } from 'react-router';

/** Classes of a link or button in running text, with a touch target of 44 px. */
export const TEXT_LINK =
  'inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4 hover:no-underline';

type Kind = 'action' | 'strong' | 'quiet' | 'plain' | 'danger';
type Look = { kind?: Kind; className?: string };

const SHAPE =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-md px-5 py-2 font-semibold transition-colors duration-150 disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60';
const KINDS: Record<Kind, string> = {
  action: 'bg-action text-on-action hover:bg-action-strong',
  quiet: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
  strong: 'bg-ink text-ground hover:underline',
  danger: 'border border-danger bg-surface text-danger hover:bg-danger-ground',
  plain: 'text-link underline-offset-4 hover:underline',
};

const classOf = ({ kind = 'quiet', className = '' }: Look) => `${SHAPE} ${KINDS[kind]} ${className}`;

/** A button. `action` is the main action of a view. */
export function Button({ kind, className, ...button }: Look & React.ComponentProps<'button'>) {
  return (
    <button type="button" {...button} className={classOf({ ...(kind && { kind }), ...(className && { className }) })} />
  );
}

/** A link styled as a button. */
export function LinkButton({ kind, className, ...link }: Look & LinkProps) {
  return <Link {...link} className={classOf({ ...(kind && { kind }), ...(className && { className }) })} />;
}

/** A link to another site, styled as a button, that opens in a new tab. */
export function OutsideLinkButton({ kind, className, ...link }: Look & React.ComponentProps<'a'>) {
  return (
    <a
      target="_blank"
      rel="noopener noreferrer"
      {...link}
      className={classOf({ ...(kind && { kind }), ...(className && { className }) })}
    />
  );
}
