import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, get as getPlain, type Server } from 'node:http';
import { get } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { lanCertificateFiles, lanHosts } from '@diorama/shared/server/runtime/lan.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { readLanCertificate } from './lan-certificate.ts';
import { createLanFront, type LanFront } from './lan-front.ts';

const DAY_MS = 24 * 60 * 60_000;
let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'diorama-lan-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('the LAN certificate', () => {
  const read = (hosts: readonly string[], now = Date.now()) =>
    readLanCertificate(dataDir, { publicHost: 'scenes.test', hosts: () => hosts, now: () => now });
  const namesOf = (cert: string) => new X509Certificate(cert).subjectAltName;

  it('is self-signed, valid for 397 days, and lists host names and addresses', () => {
    const { cert, key } = read(['localhost', '192.168.1.5']);
    const certificate = new X509Certificate(cert);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.subjectAltName).toBe('DNS:localhost, IP Address:192.168.1.5, DNS:scenes.test');
    expect(certificate.checkIP('192.168.1.5')).toBe('192.168.1.5');
    expect(certificate.ca).toBe(false);
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    const days = (certificate.validToDate.getTime() - certificate.validFromDate.getTime()) / DAY_MS;
    expect(days).toBe(397);
    const files = lanCertificateFiles(dataDir);
    expect(readFileSync(files.key, 'utf8')).toBe(key);
    expect(statSync(files.key).mode & 0o777).toBe(0o600);
  });

  it('is kept, also while an address is absent', () => {
    const first = read(['localhost', '192.168.1.5']);
    expect(read(['localhost', '192.168.1.5'])).toEqual(first);
    expect(read(['localhost'])).toEqual(first);
  });

  it('is renewed for a new address, before it expires, and when its files are damaged', () => {
    const first = read(['192.168.1.5']);
    const moved = read(['10.0.0.7']);
    expect(namesOf(moved.cert)).toBe('IP Address:10.0.0.7, DNS:scenes.test, IP Address:192.168.1.5');
    expect(moved.key).toBe(first.key);
    const later = Date.now() + 370 * DAY_MS;
    const renewed = read(['10.0.0.7'], later);
    expect(new X509Certificate(renewed.cert).validToDate.getTime()).toBeGreaterThan(later + 300 * DAY_MS);
    rmSync(lanCertificateFiles(dataDir).key);
    expect(read(['10.0.0.7'], later).key).not.toBe(first.key);
  });
});

describe('the HTTPS port', () => {
  let server: Server;
  let front: LanFront;
  let port = 0;
  let ca = '';
  const requests: { address: string | undefined; isEncrypted: boolean }[] = [];
  beforeEach(async () => {
    requests.length = 0;
    server = createServer((request, response) => {
      requests.push({ address: request.socket.remoteAddress, isEncrypted: 'encrypted' in request.socket });
      response.end(`answer to ${request.url}`);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const certificate = readLanCertificate(dataDir, { publicHost: 'scenes.test' });
    ca = certificate.cert;
    front = createLanFront({ server, certificate, publicUrl: 'https://scenes.test:3000' });
    front.listener.listen(0);
    await once(front.listener, 'listening');
    port = (front.listener.address() as AddressInfo).port;
  });
  afterEach(() => {
    front.close();
    server.close();
    server.closeAllConnections();
  });

  it.each(lanHosts().filter((host) => host === 'localhost' || /^[\d.]+$/.test(host)))(
    'answers a client that trusts the certificate at %s',
    async (host) => {
      const [response] = await once(get(`https://${host}:${port}/scenes`, { ca }), 'response');
      expect(await text(response)).toBe('answer to /scenes');
      expect(requests).toEqual([{ address: expect.stringMatching(/^[\da-f.:]+$/), isEncrypted: true }]);
    },
  );

  it('is refused by a client that does not trust the certificate', async () => {
    await expect(once(get(`https://localhost:${port}/`), 'response')).rejects.toThrow(/self-signed/);
  });

  it('temporarily redirects plain HTTP to this machine or to the public URL', async () => {
    const redirectOf = async (host: string) => {
      const request = getPlain({ port, path: '/view/1?a=b', headers: { Host: host } });
      const [response] = await once(request, 'response');
      response.resume();
      return [response.statusCode, response.headers.location];
    };
    expect(await redirectOf(`127.0.0.1:${port}`)).toEqual([307, `https://127.0.0.1:${port}/view/1?a=b`]);
    expect(await redirectOf('elsewhere.test')).toEqual([307, 'https://scenes.test:3000/view/1?a=b']);
    expect(requests).toEqual([]);
  });

  it('accepts WebSockets over TLS and rejects those without', async () => {
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket) => socket.send('hello'));
    const [message] = await once(new WebSocket(`wss://127.0.0.1:${port}`, { ca }), 'message');
    expect(String(message)).toBe('hello');
    await expect(once(new WebSocket(`ws://127.0.0.1:${port}`), 'open')).rejects.toThrow('307');
  });

  it('uses a renewed certificate at once', async () => {
    const next = readLanCertificate(dataDir, { publicHost: 'further.test' });
    front.renew(next);
    const socket = connectTls({ port, host: '127.0.0.1', ca: next.cert });
    await once(socket, 'secureConnect');
    expect(socket.getPeerX509Certificate()?.toString()).toBe(next.cert);
    socket.destroy();
  });

  it('closes connections without a request when it is closed', async () => {
    const silent = connect(port);
    await once(silent, 'connect');
    const [waiting] = await Promise.all([once(silent, 'close'), Promise.resolve().then(front.close)]);
    expect(waiting).toBeDefined();
  });
});
