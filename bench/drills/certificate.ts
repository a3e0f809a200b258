import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a self-signed certificate and its key into one file and returns its path. */
export function selfSigned(folder: string, name: string): string {
  const [certificate, key, both] = ['cert.pem', 'key.pem', 'site.pem'].map((file) => join(folder, file)) as [
    string,
    string,
    string,
  ];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const args = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    certificate,
    ...subject,
  ];
  execFileSync('openssl', args, { stdio: 'ignore' });
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'), { mode: 0o600 });
  return both;
}
