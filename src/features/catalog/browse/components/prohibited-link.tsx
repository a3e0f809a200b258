import { Link } from 'react-router';
import type { ListingsResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';

type ProhibitedLinkProps = {
  found: Pick<ListingsResponse, 'pagination' | 'destination'> | null;
  /** Whether prohibited cars follow the others once they are shown. */
  isLast: boolean;
  /** The address with prohibited cars, and the list in it, at which the keyboard goes on: this link is gone there. */
  linkTo(page: number): { search: string; hash: string };
};

/** Leads to the cars that may not be imported, which the list leaves out. */
export function ProhibitedLink({ found, isLast, linkTo }: ProhibitedLinkProps) {
  const t = useTranslator();
  const { destination, pagination } = found ?? {};
  const cars = destination?.prohibited ?? 0;
  if (!destination || !pagination || cars === 0) return null;
  const page = isLast ? Math.floor(pagination.totalItems / pagination.limit) + 1 : 1;
  return (
    <Link
      to={linkTo(page)}
      rel="nofollow"
      className="figures inline-flex min-h-11 items-center justify-self-start rounded-md border border-line-strong px-5 py-2 font-semibold hover:border-ink hover:underline"
    >
      {t('explore.prohibited.show', { cars, country: t.region(destination.country) })}
    </Link>
  );
}
