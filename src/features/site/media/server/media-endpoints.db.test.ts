import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startFauxqs } from 'fauxqs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { scratchFolder } from '../../../../../tests/support/runner/scratch-folder.ts';
import { getJson, postForm, testApp } from '../../../../../tests/support/server/test-app.ts';
import { makePicture } from '../../../../../tests/support/site/media/media.ts';
import { deleteUploadsOfUser, uploadsOfUser } from './upload-store.ts';

const { pool } = await testDatabase();
const folder = await scratchFolder();
const app = await testApp(pool, { DATA_DIR: folder });

const fileOf = (path: string, name = 'car.jpg') => new File([readFileSync(path)], name);
const sendPhoto = async (cookie: string, path?: string) =>
  postForm(app, '/api/photos', [['image', fileOf(path ?? (await makePicture(folder)))]], { cookie });
const sendReport = (cookie: string, content: BlobPart, name = 'report.pdf') =>
  postForm(app, '/api/documents', [['report', new File([content], name)]], { cookie });
const get = (url: string, cookie = '') => app.inject({ url: `/api${url}`, headers: { cookie } });

test('serves an uploaded photo in every size with headers that prevent scripts', async () => {
  const { cookie } = await signIn(pool);
  const { status, body } = await sendPhoto(cookie, await makePicture(folder, { width: 1200, height: 900 }));
  expect(status).toBe(200);
  expect(body).toMatchObject({ flag: '1', url: `/media/${body.key}`, width: 1200, height: 900 });
  expect(body.key).toMatch(/^photo-[0-9a-f]{32}$/);
  for (const [query, type, width] of [
    ['?w=320&f=avif&q=60', 'image/avif', 320],
    ['?w=640&f=webp&q=60', 'image/webp', 640],
    ['?w=1600&f=jpg&q=80', 'image/jpeg', 1200],
    ['?w=1600&f=webp&q=60', 'image/webp', 1200],
    ['', 'image/jpeg', 960],
  ] as const) {
    const { statusCode, headers, rawPayload } = await get(`${body.url}${query}`);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'content-length': String(rawPayload.length),
    });
    expect((await sharp(rawPayload).metadata()).width, query).toBe(width);
  }
  expect((await get(`${body.url}?w=333`)).statusCode).toBe(400);
  expect((await get(`${body.url}?q=75`)).statusCode).toBe(400);
  expect((await get('/media/photo-00000000000000000000000000000000')).statusCode).toBe(404);
});

test('gives the same photo the same key for all users and does not store the original', async () => {
  const path = await makePicture(folder);
  const keys = [];
  for (const { cookie } of [await signIn(pool), await signIn(pool)])
    keys.push((await sendPhoto(cookie, path)).body.key);
  expect(keys[0]).toBe(keys[1]);
  const original = readFileSync(path);
  const storedFiles = readdirSync(join(folder, 'files'), { recursive: true, encoding: 'utf8' });
  for (const name of storedFiles.filter((each) => each.includes('.')))
    expect(readFileSync(join(folder, 'files', name)).equals(original), name).toBe(false);
  expect(readdirSync(join(folder, 'arriving'))).toEqual([]);
});

test('rejects a file that is not a picture with a message', async () => {
  const { cookie } = await signIn(pool);
  const post = (content: string) => postForm(app, '/api/photos', [['image', new File([content], 'x.jpg')]], { cookie });
  expect(await post('<html><script>alert(1)</script>')).toMatchObject({
    status: 415,
    body: { flag: '0', message: 'We can’t use this type of file. JPG, PNG, GIF, WebP and AVIF are fine.' },
  });
  expect((await post('GIF89a\0\0\0\0=1;alert(1)')).status).toBe(415);
  expect(await postForm(app, '/api/photos', [], { cookie })).toMatchObject({
    status: 400,
    body: { message: 'Please choose a file.' },
  });
});

test('stores a PDF unchanged and serves it only as a download', async () => {
  const { cookie } = await signIn(pool);
  const content = '%PDF-1.7 <script>alert(1)</script>';
  const { body } = await sendReport(cookie, content, '../../история"\r\nX: 1.pdf');
  expect(body).toMatchObject({ flag: '1', key: expect.stringMatching(/^report-[0-9a-f]{32}$/) });
  const { headers, body: served } = await get(`/documents/${body.key}`, cookie);
  expect(served).toBe(content);
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="report.pdf"',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  });
});

test('re-encodes a picture as a report and rejects other types', async () => {
  const { cookie } = await signIn(pool);
  const { body } = await sendReport(cookie, readFileSync(await makePicture(folder)), 'scan.html');
  expect(body.name).toBe('scan.html');
  const { headers, rawPayload } = await get(`/documents/${body.key}`, cookie);
  expect(headers).toMatchObject({ 'content-type': 'image/jpeg' });
  expect(headers['content-disposition']).toBe('attachment; filename="report.jpg"');
  expect((await sharp(rawPayload).metadata()).format).toBe('jpeg');
  expect((await sendReport(cookie, '<svg onload="alert(1)"/>')).body.message).toContain('A report must be a PDF');
  expect((await get('/documents/report-00000000000000000000000000000000', cookie)).statusCode).toBe(404);
});

test('a report is private to its sender and administrators until a car with it is published', async () => {
  const [owner, other, admin] = [await signIn(pool), await signIn(pool), await signInAdmin(pool)];
  const { key } = (await sendReport(owner.cookie, '%PDF-1.7 private', 'report.pdf')).body;
  const read = () =>
    Promise.all(
      [owner, admin, other, null].map(async (who) => {
        const { statusCode, headers } = await get(`/documents/${key}`, who?.cookie);
        return statusCode === 200 ? headers['cache-control'] : statusCode;
      }),
    );
  const isPrivate = ['no-store', 'no-store', 404, 404];
  expect(await read()).toEqual(isPrivate);
  const [id] = await addCars(pool, [{ make: 'BYD', model: 'Seal', status: 'requested' }]);
  await pool.query('update listings set certification_report = $2 where id = $1', [id, key]);
  expect(await read()).toEqual(isPrivate);
  await pool.query("update listings set status = 'active' where id = $1", [id]);
  expect(await read()).toEqual(Array(4).fill('public, max-age=300'));
  await pool.query("update listings set status = 'paused' where id = $1", [id]);
  expect(await read()).toEqual(isPrivate);
});

test('limits a user to 50 files a day, including rejected ones', async () => {
  const { id, cookie } = await signIn(pool);
  await sendPhoto(cookie);
  await pool.query('update request_counts set hits = 49 where subject = $1', [`files of user ${id}`]);
  expect((await sendReport(cookie, 'no report')).status).toBe(415);
  expect(await sendPhoto(cookie)).toMatchObject({
    status: 429,
    body: { message: 'You’ve reached today’s limit of 50 files.' },
    headers: { 'retry-after': expect.any(String) },
  });
  expect((await sendPhoto((await signIn(pool)).cookie)).status).toBe(200);
});

test('exports and deletes uploads as personal data', async () => {
  const { id, cookie } = await signIn(pool);
  const { key } = (await sendPhoto(cookie)).body;
  expect(await uploadsOfUser(pool, id)).toMatchObject([{ key, width: 400, height: 300 }]);
  await deleteUploadsOfUser(pool, id);
  expect(await uploadsOfUser(pool, id)).toEqual([]);
});

test('stores photos and reports in a configured S3 bucket', async () => {
  const s3 = await startFauxqs({ host: '127.0.0.1', port: 0, logger: false });
  s3.createBucket('cars');
  const withBucket = await testApp(pool, {
    S3_BUCKET: 'cars',
    S3_ENDPOINT: `http://127.0.0.1:${s3.port}`,
    S3_ACCESS_KEY_ID: 'test',
    S3_SECRET_ACCESS_KEY: 'test',
    S3_FORCE_PATH_STYLE: 'yes',
  });
  const { cookie } = await signIn(pool);
  const image = fileOf(await makePicture(folder));
  const { body: photo } = await postForm(withBucket, '/api/photos', [['image', image]], { cookie });
  const pdf = new File(['%PDF-1.7'], 'report.pdf');
  const { body: report } = await postForm(withBucket, '/api/documents', [['report', pdf]], { cookie });
  for (const path of [`/api/media/${photo.key}?w=320`, `/api/documents/${report.key}`])
    expect((await withBucket.inject({ url: path, headers: { cookie } })).statusCode).toBe(200);
  expect((await fetch(`http://127.0.0.1:${s3.port}/cars/pictures/${photo.key}/master.jpg`)).status).toBe(200);
  await withBucket.close();
  await s3.stop();
});

test('describes file uploads in the OpenAPI document', async () => {
  const { body } = await getJson(app, '/api/docs/json');
  expect(
    body.paths['/api/photos'].post.requestBody.content['multipart/form-data'].schema.properties.image,
  ).toMatchObject({
    type: 'string',
    format: 'binary',
  });
});
