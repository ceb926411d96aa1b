import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { sendAsset } from './send-asset.ts';
import { sendingServer } from './test/upload-fixture.ts';

const file = new File(['x'], 'oak.glb');

describe('a file uploaded to the library', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const send = (
    { api }: Pick<ReturnType<typeof sendingServer>, 'api'>,
    signal = new AbortController().signal,
  ) => {
    const shares: number[] = [];
    const onProgress = (share: number) => {
      shares.push(share);
    };
    const done = sendAsset(
      api,
      file,
      { type: 2, account: 'mine', uploadType: 'library' },
      { signal, onProgress },
    );
    done.catch(() => undefined);
    return { done, shares };
  };

  it('is available once processed, and reports its progress until then', async () => {
    const server = sendingServer({ 'oak.glb': [{ status: 'processing', progress: 50 }] });
    const { done, shares } = send(server);
    await vi.advanceTimersByTimeAsync(3_000);
    await done;
    expect(shares).toEqual([0.5, 0.75, 1]);
    expect(server.fields).toEqual([{ type: 2, account: 'mine', uploadType: 'library' }]);
    expect(server.deleted).toEqual([]);
  });

  it('reports received bytes, holds, and the start of server processing', async () => {
    const server = sendingServer({ 'oak.glb': [{ status: 'processing', progress: 50 }] });
    const told: unknown[] = [];
    const tell =
      (what: string) =>
      (...values: unknown[]) =>
        told.push([what, ...values]);
    const done = sendAsset(
      server.api,
      file,
      { type: 2, account: 'mine', uploadType: 'library' },
      {
        signal: new AbortController().signal,
        onProgress: tell('share'),
        onBytes: tell('bytes'),
        onSent: tell('sent'),
        onPieces: tell('pieces'),
        onHold: tell('hold'),
      },
    );
    await vi.advanceTimersByTimeAsync(3_000);
    await done;
    expect(told).toEqual([
      ['pieces', expect.anything()],
      ['hold', null],
      ['bytes', 1, 1],
      ['share', 0.5],
      ['sent'],
      ['share', 0.75],
      ['share', 1],
    ]);
  });

  it('is deleted after a failed import, with the import error', async () => {
    const error = { code: 'import.failed', message: 'It is cut off.' };
    const server = sendingServer({ 'oak.glb': [{ status: 'failed', error }] });
    const { done } = send(server);
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(done).rejects.toMatchObject(
      new ApiError({ status: 422, code: error.code, title: error.message }),
    );
    expect(server.deleted).toEqual(['oak.glb']);
  });

  it('is deleted after a cancel during processing', async () => {
    const server = sendingServer({ 'oak.glb': [{ status: 'processing', progress: 50 }] });
    const cancelling = new AbortController();
    const { done } = send(server, cancelling.signal);
    await vi.advanceTimersByTimeAsync(500);
    cancelling.abort(new Error('cancelled'));
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(done).rejects.toThrow('cancelled');
    expect(server.deleted).toEqual(['oak.glb']);
  });

  it('rejects with the first error when the cleanup fails, too', async () => {
    const server = sendingServer({}, (call) => call === 'getAsset' || call === 'deleteAsset');
    const { done } = send(server);
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(done).rejects.toThrow('lost');
  });
});
