import fc from 'fast-check';

const CRLF = '\r\n';
/** Fragments that parsers must reject. */
const BITS = [
  '/',
  '//',
  '///',
  '\\',
  '.',
  '..',
  '%2e%2e',
  '*',
  '?',
  '#',
  '@',
  ':',
  ';',
  '[',
  ']',
  '[::1',
  '[::1]',
  ':99999',
  ':-1',
  '%',
  '%zz',
  '%00',
  '%c0%af',
  '%ff',
  '%u0041',
  '\t',
  '\u0001',
  '\u00ff',
  'http:',
  'http://',
  'https://',
  'ws://',
  'file:///',
  'javascript:',
  'data:,',
  'a:99999',
  'a@b',
  'xn--',
  'x'.repeat(3_000),
  'collab',
  'api',
  'uploads',
] as const;
/** Every kind of endpoint of the processes. */
const DOORS = [
  '/',
  '/collab',
  '/metrics',
  '/health',
  '/api/health',
  '/api/login',
  '/api/live',
  '/api/live?ticket=x',
  '/api/uploads',
  '/api/uploads/x',
  '/api/assets/upload',
  '/api/compositions/x/document',
  '/api/webhooks/sandbox',
  '/api/public/scenes/x',
  '/operators/queues',
  '/operators/queues/api/queues',
  '/qrs/generate',
  '/oembed?url=http://[',
  '/files/01900000-0000-7000-8000-0000000000ff/x.glb',
  '/view/01900000-0000-7000-8000-0000000000ff',
  '/assets/app.js',
  '/de/scenes',
] as const;
const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'M-SEARCH',
  'PURGE',
  'get',
  'NOTHING',
  '',
] as const;
const UPGRADE = { connection: 'Upgrade', upgrade: 'websocket' };
/** Headers that some code reads, with untrustworthy values. */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  host: ['', '[', '[::1', 'a:99999', 'http://[', 'a b', '\u00ff', 'x'.repeat(2_000)],
  range: ['bytes=', 'bytes=-', 'bytes=-0', 'bytes=9-1', `bytes=${'9'.repeat(400)}-`, 'bytes=0-1e9', 'x'],
  'if-range': ['', '"', 'W/"x"'],
  'if-match': ['', '"', '-1', '9'.repeat(50), 'NaN'],
  'if-none-match': ['*', '"', 'x'.repeat(5_000)],
  'content-length': ['-1', '1e3', '9'.repeat(30), '0', '7', ''],
  'content-type': [
    '',
    ';',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'application/json; x="',
    'a/',
  ],
  'content-encoding': ['gzip', 'br', 'x'],
  'transfer-encoding': ['chunked', 'identity', 'chunked, chunked', 'x'],
  expect: ['100-continue', '200-ok'],
  upgrade: ['websocket', 'h2c', '', 'TLS/1.0, HTTP/1.1'],
  connection: ['Upgrade', 'close', 'keep-alive, Upgrade', '', 'host'],
  'sec-websocket-key': ['', 'x', 'dGhlIHNhbXBsZSBub25jZQ==', '='.repeat(24)],
  'sec-websocket-version': ['', '13', '8', '0', '9'.repeat(20)],
  'sec-websocket-extensions': [
    'permessage-deflate; =',
    ';',
    'x; y="',
    'permessage-deflate; client_max_window_bits=99',
  ],
  'sec-websocket-protocol': ['', ',', 'a, a', '\u00ff'],
  authorization: ['', 'Bearer', 'Bearer ..', `Bearer ${'a'.repeat(4_500)}`, 'Basic %%%', '\u00ff'],
  cookie: ['', '=', ';', 'operator', 'operator=%', `operator=${'x.'.repeat(900)}`],
  origin: ['', 'null', 'http://[', 'x', '//'],
  accept: ['', '*', ';q=', 'application/json;q=x', `${'a/b,'.repeat(900)}`],
  'accept-encoding': ['', '*;q=', 'br;q=2', `${'x,'.repeat(900)}`],
  'accept-language': ['', '-', 'es;q=', '\u00ff', `${'de,'.repeat(900)}`],
  'last-event-id': ['', '-1', '1e400', '9'.repeat(400)],
  'idempotency-key': ['', '\u00ff', 'x'.repeat(3_000)],
  'x-forwarded-for': ['', ',', '[', '999.1.1.1', '::ffff:1.2.3.4', 'x'.repeat(2_000)],
  'x-forwarded-proto': ['', ',', 'x'],
  'x-forwarded-host': ['[', 'a:99999'],
  'tus-resumable': ['1.0.0', '0', ''],
  'upload-length': ['', '-1', '1e99', 'NaN', '7'],
  'upload-offset': ['', '-1', '9'.repeat(40)],
  'upload-metadata': ['', ',', 'filename', 'filename %%%', 'type MQ==,filename /w==', ', ,'],
  'upload-concat': ['partial', 'final;/api/uploads/x http://['],
  'x-http-method-override': ['PATCH', 'TRACE', '\u00ff'],
};

/** A request as sent over the wire. */
type Wire = { method: string; target: string; headers: readonly (readonly [string, string])[]; body: string };

/** Encodes a request without any validation. */
export function toBytes({ method, target, headers, body }: Wire): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${method} ${target} HTTP/1.1`, ...lines, '', body].join(CRLF), 'latin1');
}

const target = fc.oneof(
  fc.array(fc.constantFrom(...BITS), { minLength: 1, maxLength: 6 }).map((bits) => bits.join('')),
  fc
    .tuple(fc.constantFrom(...DOORS), fc.array(fc.constantFrom(...BITS), { maxLength: 4 }))
    .map(([door, bits]) => door + bits.join('')),
);
const header = fc
  .constantFrom(...Object.keys(HEADERS))
  .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...(HEADERS[name] ?? ['']))));
const hostHeader = fc.constant(['host', 'localhost'] as const);
const body = fc.constantFrom('', '{', '{"a":1}', '\u0000\u00ff', '7\r\nabc', '--x\r\n\r\n', '0\r\n\r\n');

/** Requests to any endpoint with any of the headers that it reads, most of them invalid. */
export const hostileRequest = fc
  .record({
    method: fc.constantFrom(...METHODS),
    target,
    host: hostHeader,
    headers: fc.array(header, { maxLength: 6 }),
    body,
  })
  .map(({ host, headers, ...rest }) => toBytes({ ...rest, headers: [host, ...headers] }));

/** Upgrades on WebSocket paths and on other paths. */
export const hostileUpgrade = fc
  .record({
    target: fc.oneof(target, fc.constant('/collab')),
    headers: fc.array(header, { maxLength: 4 }),
    body,
  })
  .map(({ headers, ...rest }) =>
    toBytes({
      ...rest,
      method: 'GET',
      headers: [['host', 'localhost'], ...Object.entries(UPGRADE), ...headers],
    }),
  );

/** Bytes that are mostly not HTTP. */
export const noise = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc
    .array(fc.constantFrom(...BITS, CRLF, 'GET ', ' HTTP/1.1', ' HTTP/9.9', ' HTTP/1.0', 'host: a'), {
      maxLength: 20,
    })
    .map((bits) => Buffer.from(bits.join(''), 'latin1')),
);
