import { createPublicKey, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import { isIPv4 } from 'node:net';

type CertificateContent = {
  /** A private key of the curve P-256. */
  key: KeyObject;
  commonName: string;
  /** Names and IPv4 addresses that the certificate is valid for. */
  hosts: readonly string[];
  from: Date;
  until: Date;
};

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

/**
 * Makes a self-signed certificate of a server (RFC 5280), as PEM. Node can read and check certificates, but not make
 * them.
 */
export function selfSigned({ key, commonName, hosts, from, until }: CertificateContent): string {
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
