import { changesFeed } from '#features/catalog/landed-cost/client/changes-feed.ts';
import { jsonFeed } from '#features/customs/import-rules/model/changes-feed.ts';
import { serverLoader } from '#lib/pages/page-handlers.ts';

export const loader = serverLoader(
  async (input) =>
    new Response(jsonFeed(await changesFeed(input)), {
      headers: { 'content-type': 'application/feed+json; charset=utf-8', 'cache-control': 'public, max-age=600' },
    }),
);
