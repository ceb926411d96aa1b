import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { lanCertificateFiles, lanHosts } from '@diorama/shared/server/runtime/lan.ts';

/** Object identifiers in their encoded form. */
const OID = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  basicConstraints: '551d13',
  keyUsage: '551d0f',
  extendedKeyUsage: '551d25',
  subjectAltName: '551d11',
  serverAuth: '2b06010505070301',
} as const;

const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
  dnsName: 0x82,
  ipAddress: 0x87,
  version: 0xa0,
  extensions: 0xa3,
} as const;

/** Bytes of a serial number; RFC 5280 allows 20. */
const SERIAL_BYTES = 16;
const TRUE = Buffer.from([0xff]);

/** The bits `digitalSignature`, with the number of unused bits before them. */
const DIGITAL_SIGNATURE = Buffer.from([7, 0x80]);

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

type CertificateContent = {
  /** A private key of the curve P-256. */
  key: KeyObject;
  commonName: string;
  /** Names and IPv4 addresses that the certificate is valid for. */
  hosts: readonly string[];
  from: Date;
  until: Date;
};

/**
 * Makes a self-signed certificate of a server (RFC 5280), as PEM. Node can read and check certificates, but not make
 * them.
 */
function selfSigned({ key, commonName, hosts, from, until }: CertificateContent): string {
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const name = sequence(der(TAG.set, sequence(oid(OID.commonName), der(TAG.utf8, Buffer.from(commonName)))));
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const content = sequence(
    der(TAG.version, der(TAG.integer, Buffer.from([2]))),
    der(TAG.integer, serialNumber()),
    algorithm,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey,
    der(
      TAG.extensions,
      sequence(
        extension(OID.basicConstraints, { isCritical: true, value: sequence() }),
        extension(OID.keyUsage, { isCritical: true, value: der(TAG.bitString, DIGITAL_SIGNATURE) }),
        extension(OID.extendedKeyUsage, { isCritical: false, value: sequence(oid(OID.serverAuth)) }),
        extension(OID.subjectAltName, { isCritical: false, value: sequence(...hosts.map(alternativeName)) }),
      ),
    ),
  );
  const signature = der(TAG.bitString, Buffer.from([0]), sign('sha256', content, key));
  return new X509Certificate(sequence(content, algorithm, signature)).toString();
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

/** Length of a value: one byte below 128, else the number of its bytes and these bytes. */
function lengthOf(length: number): number[] {
  if (length < 0x80) {
    return [length];
  }
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return [0x80 + bytes.length, ...bytes];
}

const sequence = (...parts: readonly Uint8Array[]) => der(TAG.sequence, ...parts);

const oid = (hex: string) => der(TAG.oid, Buffer.from(hex, 'hex'));

function serialNumber(): Buffer {
  const bytes = randomBytes(SERIAL_BYTES);
  // Positive, and without a leading zero byte.
  bytes.writeUInt8((bytes.readUInt8() & 0x7f) | 0x40);
  return bytes;
}

/** A time before 2050; later ones have another form. */
function time(date: Date): Buffer {
  const digits = date.toISOString().slice(2, 19).replace(/\D/g, '');
  return der(TAG.utcTime, Buffer.from(`${digits}Z`));
}

function extension(id: string, { isCritical, value }: { isCritical: boolean; value: Buffer }): Buffer {
  const critical = isCritical ? [der(TAG.boolean, TRUE)] : [];
  return sequence(oid(id), ...critical, der(TAG.octetString, value));
}

function alternativeName(host: string): Buffer {
  return isIPv4(host)
    ? der(TAG.ipAddress, Buffer.from(host.split('.').map(Number)))
    : der(TAG.dnsName, Buffer.from(host));
}
