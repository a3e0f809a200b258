import type { Gate } from '#features/customs/import-rules/model/rows/rule-rows.ts';
import { placesOfOrders } from '#features/payments/server/api.ts';
import { href } from '#lib/api-client/api-call.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { contentTypeOf, type StoredFile } from '#lib/server/files/file-store.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { fileCalls } from '../../../shipping-calls.ts';
import type {
  FileOpening,
  ImportAsk,
  OrderFileResponse,
  OrderFilesResponse,
  ParcelResponse,
} from '../../model/file-contract.ts';
import { EVIDENCE, type FileKind, STEPS_OF } from '../../model/step.ts';
import { type Party, personOf, shipmentFor } from '../shipment-party.ts';
import type { Shipment } from '../shipment-store.ts';
import {
  type FileRecord,
  filesOfOrder,
  findFile,
  openingsOfOrder,
  type ParcelRecord,
  parcelsOfOrder,
  recordOpening,
} from './file-store.ts';
import { type FileDeps, fileNotFound, isVisible, mayWithdrawFile, mayWithdrawParcel, storedAt } from './order-files.ts';

/** Returns the files of an order that the caller may open. Sellers see those of the cars they sell and of the whole order. */
export async function listFiles(
  { media: { pool } }: FileDeps,
  caller: Caller,
  orderId: number,
  t: Translator,
): Promise<OrderFilesResponse> {
  const { shipment, party } = await shipmentFor(pool, caller, orderId);
  const files = (await filesOfOrder(pool, orderId)).filter((file) => isVisible(file, shipment));
  const kinds = files.filter(({ withdrawn_at: at }) => at === null).map(({ kind }) => kind as FileKind);
  return {
    viewer: party.role,
    items: files.map((file) => toResponse(file, party)),
    needed: neededOf(shipment, kinds),
    destination: await importAsksOf(pool, orderId, kinds, t),
    parcels: (await parcelsOfOrder(pool, orderId)).map((parcel) => toParcel(parcel, party)),
  };
}

/** Returns who opened which file of an order or of its claims, newest first, for the operator. */
export async function listOpenings({ media: { pool } }: FileDeps, orderId: number): Promise<{ items: FileOpening[] }> {
  const openings = await openingsOfOrder(pool, orderId);
  return {
    items: openings.map(({ id, fileId, claimId, kind, name, actor, person, at }) => ({
      id,
      file_id: fileId,
      claim_id: claimId,
      kind,
      name,
      by: actor === 'admin' ? 'operator' : actor,
      person: person ?? '',
      at: at.toISOString(),
    })),
  };
}

/** Opens a file and records who did. Throws as if it did not exist unless the caller is a party of its order. */
export async function openFile(
  { media }: FileDeps,
  caller: Caller,
  orderId: number,
  fileId: string,
): Promise<{ file: StoredFile; name: string; type: string }> {
  const { pool, store } = media;
  const { shipment, party } = await shipmentFor(pool, caller, orderId);
  const record = await findFile(pool, fileId);
  if (record?.order_id !== orderId || !isVisible(record, shipment)) throw fileNotFound();
  const file = await store.read(storedAt(record.id, record.sha256, record.format));
  if (!file) throw new Error(`the bytes of file ${fileId} are missing`);
  await recordOpening(pool, { fileId }, personOf(party));
  return {
    file,
    name: `${record.kind}-${record.id.slice(0, 8)}.${record.format}`,
    type: contentTypeOf(`.${record.format}`),
  };
}

function toResponse(file: FileRecord, party: Party): OrderFileResponse {
  const { reason, withdrawn_at: at } = file;
  return {
    id: file.id,
    listing_id: file.listing_id,
    kind: file.kind,
    step: file.step as OrderFileResponse['step'],
    name: file.name,
    bytes: file.bytes,
    sha256: file.sha256.toString('hex'),
    by: file.actor === 'admin' ? 'operator' : file.actor,
    captured_at: file.captured_at.toISOString(),
    told_at: file.told_at.toISOString(),
    url: href(fileCalls.open, { params: { id: file.order_id, file: file.id } }),
    openings: party.role === 'operator' ? file.openings : null,
    withdrawn: reason !== null && at ? { reason, at: at.toISOString() } : null,
    withdrawable: at === null && mayWithdrawFile(file, party),
  };
}

function toParcel(record: ParcelRecord, party: Party): ParcelResponse {
  const { id, courier, tracking_number, sent_on, contents, actor, told_at: told, reason, withdrawn_at: at } = record;
  return {
    ...{ id, courier, tracking_number, sent_on, contents },
    by: actor === 'admin' ? 'operator' : actor,
    told_at: told.toISOString(),
    withdrawn: reason !== null && at ? { reason, at: at.toISOString() } : null,
    withdrawable: at === null && mayWithdrawParcel(record, party),
  };
}

function neededOf({ cars: [car] }: Shipment, there: FileKind[]): OrderFilesResponse['needed'] {
  if (!car) return [];
  const { offer, needsMakersLetter } = car.facts;
  const kinds = new Set<FileKind>(STEPS_OF[offer].flatMap((step) => EVIDENCE[step] ?? []));
  if (needsMakersLetter) kinds.add('makers_letter');
  kinds.delete('photo');
  return [...kinds].map((kind) => ({ kind, there: there.includes(kind) }));
}

/** The gates of import rules that a paper can prove. Only the sentence of a rule has the details. */
const PROOF_OF: Partial<Record<Gate, FileKind>> = {
  conformity: 'conformity_certificate',
  inspection: 'inspection',
  papers: 'import_papers',
};

/**
 * Returns what the import rules required when the destination was last named, as far as papers can prove it. Null if no country was
 * named. A rule that allows the car unconditionally requires nothing.
 */
async function importAsksOf(
  db: Queryable,
  orderId: number,
  kinds: readonly FileKind[],
  t: Translator,
): Promise<OrderFilesResponse['destination']> {
  const place = (await placesOfOrders(db, [orderId])).get(orderId)?.find(({ quote }) => quote !== null);
  if (!place?.quote) return null;
  const { country, at, verdict } = place.quote;
  const asks = verdict.reasons.flatMap(
    ({ ruleId: rule, country: of, gate, outcome, sentence, sources }): ImportAsk[] => {
      const kind = PROOF_OF[gate];
      if (of !== country || kind === undefined || outcome === 'allowed') return [];
      const shown = sources.map(({ publisher, url }) => ({ publisher, url }));
      return [{ rule, gate, outcome, sentence, kind, there: kinds.includes(kind), sources: shown }];
    },
  );
  return { country, country_name: t.region(country), assessed_on: at.on, asks };
}
