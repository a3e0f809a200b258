import { redirect } from 'react-router';
import { verifyPath } from '#features/site/issued-documents/client/verify-client.ts';
import { serverLoader } from '#lib/pages/page-handlers.ts';

/** The address in QR codes is short. Browsers keep its fragment when they follow the redirect. */
export const loader = serverLoader(async ({ params }) => redirect(verifyPath(params.code ?? ''), 301));
