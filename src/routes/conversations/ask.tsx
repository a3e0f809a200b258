import { data, Link, useLoaderData } from 'react-router';
import { fetchListing } from '#features/catalog/listings/client/listing-client.ts';
import { listingName, listingPath } from '#features/catalog/listings/model/listing.ts';
import type { ListingResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { askAction } from '#features/conversations/threads/client/thread-client.ts';
import { AskForm } from '#features/conversations/threads/components/ask-form.tsx';
import { OFFICE } from '#features/conversations/threads/model/thread.ts';
import { AccountFrame } from '#features/people/accounts/components/account-frame.tsx';
import { accountCalls } from '#features/people/people-calls.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, type LoadInput, loginPath, privateMeta, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { LinkButton, TEXT_LINK } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

async function load({ api, params, url }: LoadInput) {
  const isToOffice = params.id === OFFICE;
  const id = Number(params.id);
  const car = Number.isSafeInteger(id) && id > 0 ? await fetchListing(api, id) : null;
  const { user } = await api.call(accountCalls.session);
  const status = car || isToOffice ? 200 : 404;
  return data({ car, isToOffice, isGuest: user === null, login: loginPath(url) }, { status });
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(askAction, ['text', 'name', 'email']);
export const clientAction = browserAction(askAction);
export const meta = privateMeta('threads.ask', 'threads.ask.about');

export default function Ask() {
  const t = useTranslator();
  const { car, isToOffice, isGuest, login } = useLoaderData<typeof loader>();
  if (!car && !isToOffice) {
    return (
      <MessagePage title={t('car.notFound.title')} text={t('threads.ask.gone')}>
        <LinkButton to={paths.explore} kind="action">
          {t('threads.browse')}
        </LinkButton>
      </MessagePage>
    );
  }
  return (
    <AccountFrame
      title={t(car ? 'threads.ask' : 'threads.ask.office')}
      intro={car ? listingName(car) : t('threads.ask.office.about')}
    >
      <p className="flex flex-wrap gap-x-6">
        {car && (
          <Link to={pathOf(car)} className={TEXT_LINK}>
            {t('threads.toCar')}
          </Link>
        )}
        {isGuest && (
          <Link to={login} className={TEXT_LINK}>
            {t('threads.loginInstead')}
          </Link>
        )}
      </p>
      <AskForm about={car?.listing_id ?? OFFICE} isGuest={isGuest} />
    </AccountFrame>
  );
}

const pathOf = ({ listing_id: id, make, model, RentSell: offer }: ListingResponse) =>
  listingPath({ id, make, model, offer });
