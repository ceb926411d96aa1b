import type { Harness, Person } from '../test/harness.ts';

/** A model of a single triangle. */
export const STL = Buffer.from(
  `solid tile\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid tile\n`,
);

/** Speaks the upload protocol with a gateway, byte by byte. */
export function uploadFixture(harness: Harness, owner: Person) {
  const send = (
    method: string,
    path: string,
    options: { token?: string; headers?: Record<string, string>; body?: Buffer } = {},
  ) =>
    fetch(harness.url + path, {
      method,
      headers: {
        'tus-resumable': '1.0.0',
        authorization: `Bearer ${options.token ?? owner.token}`,
        ...options.headers,
      },
      ...(options.body ? { body: new Uint8Array(options.body) } : {}),
    });
  return {
    send,
    create: (size: number, fields: Record<string, string> = { type: '2', filename: 'tile.stl' }) =>
      send('POST', '/api/uploads', {
        headers: { 'upload-length': String(size), 'upload-metadata': metadata(fields) },
      }),
    patch: (path: string, offset: number, body: Buffer, token?: string) =>
      send('PATCH', path, {
        ...(token ? { token } : {}),
        headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body,
      }),
  };
}

/** Encodes fields for the protocol. */
export function metadata(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}
