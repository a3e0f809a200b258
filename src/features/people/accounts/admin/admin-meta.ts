import type { MetaFunction } from 'react-router';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { accountMeta } from '../client/account-meta.ts';

export function adminMeta(path: string, title: MessageKey): MetaFunction {
  return accountMeta(path, title, 'admin.about');
}
