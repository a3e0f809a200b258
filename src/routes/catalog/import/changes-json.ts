import { feedResponse } from '#features/catalog/landed-cost/client/changes-feed.ts';
import { jsonFeed } from '#features/customs/import-rules/model/changes-feed.ts';
import { serverLoader } from '#lib/pages/page-handlers.ts';

export const loader = serverLoader((input) => feedResponse(input, jsonFeed, 'application/feed+json'));
