import { data, type MetaFunction, redirect, useLoaderData } from 'react-router';
import { fetchSellerOrderReviews } from '#features/aftersales/order-reviews/client/order-review-client.ts';
import { SellerOrderReviews } from '#features/aftersales/order-reviews/components/order-review-part.tsx';
import { OrderTogether } from '#features/aftersales/sellers/components/order-together.tsx';
import {
  fetchSeller,
  fetchSellerCars,
  SellerCars,
  SellerFigures,
  SellerReviews,
} from '#features/aftersales/sellers/components/seller-profile.tsx';
import type { SellerResponse } from '#features/aftersales/sellers/model/seller-contract.ts';
import { CompareBarSlot } from '#features/catalog/compare/components/compare-bar-slot.tsx';
import { followPath } from '#features/catalog/saved-searches/model/save-search-path.ts';
import { sellerPath } from '#features/people/accounts/model/account.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { browserLoader, type LoadInput, pageMeta, pageOfMatches, serverLoader } from '#lib/pages/page-handlers.ts';
import { PRODUCT_NAME } from '#lib/product.ts';
import { idOfSlug } from '#lib/slug.ts';
import { paths } from '#paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

/** Loads a seller by the id in the slug. Redirects from outdated slugs. */
async function load({ api, url, params }: LoadInput) {
  const id = idOfSlug(params.slug ?? '');
  const seller = id === null ? null : await fetchSeller(api, id);
  if (!seller) return data(null, { status: 404 });
  const path = sellerPath({ id: seller.seller_id, name: seller.name });
  if (decodeURIComponent(url.pathname) !== decodeURIComponent(path)) throw redirect(path, 301);
  const [forSale, forRent, orderReviews] = await Promise.all([
    seller.listed.Sell > 0 ? fetchSellerCars(api, seller.seller_id, 'Sell') : [],
    seller.listed.Rent > 0 ? fetchSellerCars(api, seller.seller_id, 'Rent') : [],
    fetchSellerOrderReviews(api, seller.seller_id),
  ]);
  return data({ seller, forSale, forRent, orderReviews });
}
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const sinceOf = ({ since }: SellerResponse, t: Translator) => t.date(since, 'monthOfYear');

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const { site, t } = pageOfMatches(matches);
  if (!loaderData) return [{ title: t('sellers.notFound.title') }, { name: 'robots', content: 'noindex' }];
  const { seller } = loaderData;
  const { name, listed, sold } = seller;
  const cars = listed.Sell + listed.Rent;
  return pageMeta({
    title: t('sellers.title', { seller: name }),
    description: t('sellers.description', {
      seller: name,
      listed: cars,
      sold,
      site: PRODUCT_NAME,
      since: sinceOf(seller, t),
    }),
    site,
    path: sellerPath({ id: seller.seller_id, name }),
    indexed: cars > 0,
  });
};

/** What this site knows of a seller: figures that it counts itself, the newest cars and reviews. */
export default function SellerPage() {
  const found = useLoaderData<typeof loader>();
  const t = useTranslator();
  if (!found)
    return (
      <MessagePage title={t('sellers.notFound.title')} text={t('sellers.notFound.text')}>
        <LinkButton to={paths.explore} kind="action">
          {t('sellers.notFound.browse')}
        </LinkButton>
      </MessagePage>
    );
  const { seller, forSale, forRent, orderReviews } = found;
  const { place } = seller;
  return (
    <>
      <header className="border-line border-b bg-sunken">
        <div className="mx-auto grid max-w-[86rem] gap-2 px-4 py-5 md:px-8 md:py-8">
          <Breadcrumbs crumbs={crumbsOf(seller, t)} />
          <h1 className="wrap-anywhere text-xl sm:text-2xl" dir="auto">
            {seller.name}
          </h1>
          <p className="flex flex-wrap gap-x-4 text-ink-soft">
            <span>{t('sellers.since', { site: PRODUCT_NAME, since: sinceOf(seller, t) })}</span>
            {place && <span>{t('sellers.place', { place: placeText(place, t) })}</span>}
          </p>
          <LinkButton
            to={followPath(seller.seller_id, seller.listed.Sell === 0 && seller.listed.Rent > 0)}
            className="justify-self-start"
          >
            {t('sellers.follow')}
          </LinkButton>
        </div>
      </header>
      <div className="mx-auto grid max-w-[86rem] gap-10 px-4 py-8 md:px-8">
        <SellerFigures seller={seller} />
        <SellerCars seller={seller} offer="Sell" cars={forSale} />
        <OrderTogether
          cars={forSale.map((car) => ({ ...car, sellerId: seller.seller_id, sellerName: seller.name }))}
          chooses
        />
        <SellerCars seller={seller} offer="Rent" cars={forRent} />
        {forSale.length + forRent.length === 0 && <p>{t('sellers.noCars')}</p>}
        <SellerOrderReviews reviews={orderReviews} />
        <SellerReviews reviews={seller.reviews} />
      </div>
      <CompareBarSlot />
    </>
  );
}

const placeText = ({ city, province }: NonNullable<SellerResponse['place']>, t: Translator) =>
  city === null || city === province ? province : t('sellers.place.city', { city, province });

const crumbsOf = ({ seller_id: id, name }: SellerResponse, t: Translator) => [
  { name: t('car.breadcrumbs.home'), to: paths.home },
  { name: t('car.breadcrumbs.buy'), to: paths.explore },
  { name, to: sellerPath({ id, name }) },
];
