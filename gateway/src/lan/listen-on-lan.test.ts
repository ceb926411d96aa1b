import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { lanCertificateFiles } from '@diorama/shared/server/runtime/lan.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { expect, it, vi } from 'vitest';
import { listenOnLan } from './listen-on-lan.ts';

const MINUTE_MS = 60_000;

it('the LAN listener keeps its certificate while a new one cannot be written, and renews it afterwards', async () => {
  using ends = new DisposableStack();
  const dataDir = mkdtempSync(join(tmpdir(), 'diorama-lan-'));
  ends.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  ends.defer(() => vi.useRealTimers());
  const logger = createLogger('test', { level: 'silent' });
  const warn = vi.spyOn(logger, 'warn');
  const env = { publicUrl: 'https://scenes.test', host: '127.0.0.1', port: 0, dataDir };
  const front = listenOnLan({ server: createServer(), env, logger });
  ends.defer(() => front.close());
  await once(front.listener, 'listening');
  const { port } = front.listener.address() as AddressInfo;
  const served = async () => {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const certificate = socket.getPeerX509Certificate()?.toString();
    socket.destroy();
    return certificate;
  };

  const first = await served();
  const { folder } = lanCertificateFiles(dataDir);
  rmSync(folder, { recursive: true });
  // A file where the folder should be refuses writes, also to root.
  writeFileSync(folder, '');
  vi.advanceTimersByTime(MINUTE_MS);
  expect(warn).toHaveBeenCalledOnce();
  expect(await served()).toBe(first);

  rmSync(folder);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(warn).toHaveBeenCalledOnce();
  expect(await served()).not.toBe(first);
});
