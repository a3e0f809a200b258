import { expect, test } from 'vitest';
import { canonicalText, digestOf } from './seal-digest.ts';

test('the text of a row does not depend on the order of columns and JSON keys', () => {
  const one = { id: 1, kind: 'refund', details: { to: { b: [1, { d: 2, c: null }], a: 'é' }, from: 1 } };
  const other = { details: { from: 1, to: { a: 'é', b: [1, { c: null, d: 2 }] } }, kind: 'refund', id: 1 };
  expect(canonicalText(one)).toBe(canonicalText(other));
  expect(canonicalText(one)).toBe(
    '{"details":{"from":1,"to":{"a":"é","b":[1,{"c":null,"d":2}]}},"id":1,"kind":"refund"}',
  );
});

test('omits null columns but not nulls inside JSON', () => {
  expect(canonicalText({ id: 1, added: null })).toBe(canonicalText({ id: 1 }));
  expect(canonicalText({ details: { a: null } })).not.toBe(canonicalText({ details: {} }));
});

test('a digest depends on the previous digest, the seal, every row and their order', () => {
  const rows = [{ id: 1 }, { id: 2 }];
  const digests = [
    digestOf(null, { chain: 'a' }, rows),
    digestOf(Buffer.alloc(32, 1), { chain: 'a' }, rows),
    digestOf(null, { chain: 'b' }, rows),
    digestOf(null, { chain: 'a' }, [...rows].reverse()),
    digestOf(null, { chain: 'a' }, rows.slice(1)),
  ];
  expect(new Set(digests.map((digest) => digest.toString('hex'))).size).toBe(digests.length);
});

test('the digest of known input never changes, because existing chains depend on it', () => {
  expect(digestOf(null, { chain: 'a', upTo: 1 }, [{ id: 1 }]).toString('hex')).toBe(
    '86388ecb972e89e819bc1fb3cc13ae56d92e05fe8d7affbde5bbef3091d267b4',
  );
});
