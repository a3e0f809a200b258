import type { MetaFunction } from 'react-router';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { accountMeta } from '../client/account-pages.ts';

/** In a file apart from `accountMeta`, because public pages must not name a message of the back office. */
export function adminMeta(path: string, title: MessageKey): MetaFunction {
  return accountMeta(path, title, 'admin.about');
}
