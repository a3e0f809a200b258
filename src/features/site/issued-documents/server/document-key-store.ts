import { type Columns, execute, query, queryNumber, queryValue } from '#lib/server/database/postgres.ts';
import type { DocumentKeys as Row } from '#lib/server/database/rows.ts';
import type { KeyState } from '../model/key-list.ts';

export type KeyRow = Columns<
  Row,
  'kid' | 'public_key' | 'added_at' | 'current_from' | 'retired_at' | 'compromised_at' | 'trusted_up_to'
> & { state: KeyState };

const COLUMNS = `kid, public_key as "publicKey", added_at as "addedAt", current_from as "currentFrom", retired_at as "retiredAt",
  compromised_at as "compromisedAt", trusted_up_to as "trustedUpTo",
  case when compromised_at is not null then 'compromised' when retired_at is not null then 'retired'
    when current_from is not null then 'current' else 'next' end as state`;

export const readKeys = query<KeyRow>(
  `select ${COLUMNS} from document_keys order by added_at, current_from nulls last`,
);

export const currentKid = queryValue<string>(
  'select kid from document_keys where current_from is not null and retired_at is null and compromised_at is null',
);

/** Lets one transaction at a time change keys. */
export const lockKeys = execute('select pg_advisory_xact_lock(7263411)');

export const insertKey = execute<[kid: string, publicKey: Buffer, isCurrent: boolean]>(`
  insert into document_keys (kid, public_key, current_from) values ($1, $2, case when $3 then now() end)`);

export const startKey = execute<[kid: string]>('update document_keys set current_from = now() where kid = $1');

export const retireKey = execute<[kid: string]>('update document_keys set retired_at = now() where kid = $1');

/** Marks a key as compromised. Returns the last document that was sealed before. */
export const compromise = queryNumber<[kid: string, since: Date, chain: string]>(`
  update document_keys set compromised_at = $2, trusted_up_to = (
    select coalesce(max(up_to), 0) from seals where chain = $3 and sealed_at < $2)
  where kid = $1 returning trusted_up_to as "trustedUpTo"`);
