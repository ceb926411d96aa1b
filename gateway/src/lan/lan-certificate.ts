import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { lanCertificateFiles, lanHosts } from '@diorama/shared/server/runtime/lan.ts';
import { selfSigned } from './self-signed.ts';

/** Key and certificate as PEM. */
export type LanCertificate = { key: string; cert: string };

type Sources = {
  /** Further host that must be covered, such as that of the public URL. */
  publicHost: string;
  hosts?: () => readonly string[];
  now?: () => number;
};

const DAY_MS = 24 * 60 * 60_000;
/** Apple's systems refuse certificates that are valid for longer than 825 days, and public ones 398. */
const VALID_DAYS = 397;
const RENEW_DAYS = 30;
/** Clocks of phones differ. */
const BEFORE_DAYS = 1;
/** Most covered hosts: those of now, and earlier ones. */
const MAX_HOSTS = 40;

/**
 * Reads the certificate of this machine from a data folder. Makes it when there is none, when it ends within 30 days,
 * and when it does not cover an address of now. A new one keeps covering earlier addresses, so that a machine that
 * changes between two networks is accepted once.
 */
export function readLanCertificate(dataDir: string, sources: Sources): LanCertificate {
  const { publicHost, hosts = lanHosts, now = Date.now } = sources;
  const files = lanCertificateFiles(dataDir);
  const kept = readKept(files);
  const covered = kept === null ? [] : hostsOf(kept.cert);
  const wanted = [...new Set([...hosts(), publicHost])];
  if (kept !== null && isValid(kept.cert, now()) && wanted.every((host) => covered.includes(host))) {
    return kept;
  }
  const key = kept?.key ?? makeKey();
  const cert = selfSigned({
    key: createPrivateKey(key),
    commonName: 'Diorama on this network',
    hosts: [...new Set([...wanted, ...covered])].slice(0, MAX_HOSTS),
    from: new Date(now() - BEFORE_DAYS * DAY_MS),
    until: new Date(now() + (VALID_DAYS - BEFORE_DAYS) * DAY_MS),
  });
  mkdirSync(files.folder, { recursive: true, mode: 0o700 });
  replaceFile(files.key, key);
  replaceFile(files.certificate, cert);
  return { key, cert };
}

/** Null when there is none, or when it cannot be read. */
function readKept(files: ReturnType<typeof lanCertificateFiles>): LanCertificate | null {
  try {
    const kept = { key: readFileSync(files.key, 'utf8'), cert: readFileSync(files.certificate, 'utf8') };
    const isPair = new X509Certificate(kept.cert).checkPrivateKey(createPrivateKey(kept.key));
    return isPair ? kept : null;
  } catch {
    return null;
  }
}

function isValid(cert: string, now: number): boolean {
  const { validFromDate, validToDate } = new X509Certificate(cert);
  return validFromDate.getTime() <= now && validToDate.getTime() - now > RENEW_DAYS * DAY_MS;
}

function hostsOf(cert: string): string[] {
  const names = new X509Certificate(cert).subjectAltName ?? '';
  return names.split(', ').map((name) => name.replace(/^(DNS|IP Address):/, ''));
}

function makeKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Replaces a file that only its owner may read. */
function replaceFile(path: string, content: string): void {
  writeFileSync(`${path}.new`, content, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
