import { importCalls } from '#features/customs/customs-calls.ts';
import type { ChangesFeed } from '#features/customs/import-rules/model/changes-feed.ts';
import type { ChangesResponse } from '#features/customs/import-rules/model/import-contract.ts';
import { DESTINATION_COUNTRIES } from '#features/customs/import-rules/model/ports.ts';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { LoadInput } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { countryPath } from '../model/country-slug.ts';

type Change = ChangesResponse['changes'][number];

/** Responds with the feed in a format, or with the reason and status for which the API refuses the country. */
export async function feedResponse(
  input: LoadInput,
  format: (feed: ChangesFeed) => string,
  contentType: string,
): Promise<Response> {
  try {
    const headers = { 'content-type': `${contentType}; charset=utf-8`, 'cache-control': 'public, max-age=600' };
    return new Response(format(await changesFeed(input)), { headers });
  } catch (error) {
    if (!isApiFailure(error) || error.status >= 500) throw error;
    return new Response(error.message, {
      status: error.status,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    });
  }
}

/** Loads the changes of the country in the address, or of all countries. */
async function changesFeed({ api, t, url }: LoadInput): Promise<ChangesFeed> {
  const country = url.searchParams.get('country');
  const { changes } = await api.call(importCalls.changes, { query: country === null ? {} : { country } });
  const page = url.origin + (country === null ? paths.importGuide : pathOf(country.toUpperCase()));
  return {
    lang: t.locale,
    title:
      country === null
        ? t('landed.changes.feed')
        : t('landed.changes.feed.country', { country: t.region(country.toUpperCase()) }),
    description: t('landed.changes.feed.about'),
    self: url.origin + url.pathname + url.search,
    page,
    items: changes.map((change) => ({
      change,
      title: t('landed.changes.title', { country: t.region(change.country), text: shortened(change.text) }),
      text: changeText(change, t),
      url: url.origin + pathOf(change.country),
    })),
  };
}

/** A change of the export from China has no page of its own. */
const pathOf = (country: string) =>
  DESTINATION_COUNTRIES.includes(country) ? countryPath(country) : paths.importGuide;

const MAX_TITLE = 120;
const shortened = (text: string) => (text.length <= MAX_TITLE ? text : `${text.slice(0, MAX_TITLE - 1).trimEnd()}…`);

/** What changed, in sentences. */
export function changeText({ text, before, valid_from: from, valid_to: to }: Change, t: Translator): string {
  return [
    text,
    before && before !== text ? t('landed.changes.before', { text: before }) : '',
    from ? t('landed.changes.from', { date: t.date(from) }) : '',
    to ? t('landed.changes.to', { date: t.date(to) }) : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}
