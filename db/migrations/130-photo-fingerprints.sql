-- step by step
-- Photos that look the same are found also after they were scaled or saved again. The site fills in the photos from before.

alter table uploads add column if not exists fingerprint bigint;
comment on column uploads.fingerprint is
  'Of a photo: 64 bits that change little when it is scaled or saved again; 0 for a picture without structure. Null until it is computed.';

create or replace function photo_bands(fingerprint bigint) returns integer[] language sql immutable parallel safe as $$
  select array[
    (fingerprint & 65535)::integer,
    65536 + (fingerprint >> 16 & 65535)::integer,
    131072 + (fingerprint >> 32 & 65535)::integer,
    196608 + (fingerprint >> 48 & 65535)::integer]
$$;
comment on function photo_bands(bigint) is 'The four bands of 16 bits of a fingerprint, with the number of the band above them. An index finds photos by them.';

create or replace function near_photo_bands(fingerprint bigint) returns integer[] language sql immutable parallel safe as $$
  select array_agg(band # flipped) from unnest(photo_bands(fingerprint)) as band,
    (select 0 union all select 1 << bit from generate_series(0, 15) as bit) as flips (flipped)
$$;
comment on function near_photo_bands(bigint) is
  'The bands of a fingerprint, also with one bit flipped. Fingerprints that differ in at most 7 bits have one of them, because 7 bits leave one of four bands with at most one.';

-- Without a list of pending entries, which each search would read.
drop index concurrently if exists uploads_by_photo_bands;
create index concurrently uploads_by_photo_bands on uploads using gin (photo_bands(fingerprint)) with (fastupdate = off)
  where fingerprint <> 0;
drop index concurrently if exists uploads_without_fingerprint;
create index concurrently uploads_without_fingerprint on uploads (key)
  where fingerprint is null and stored_at is not null and key like 'photo-%';
