import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { groupMaps } from './group-maps.ts';
import { sendMaterial } from './send-material.ts';
import { sendingServer } from './test/upload-fixture.ts';

const OAK = ['oak_albedo.png', 'oak_rough.png', 'oak_normal.png', 'oak_ao.png'];

function filesOf(...names: string[]) {
  const given = names.map((name) => ({ path: name, file: new File(['x'], name) }));
  const [files] = groupMaps(given).materials;
  if (!files) {
    throw new Error('They are no material');
  }
  return files;
}

function send(
  { api }: Pick<ReturnType<typeof sendingServer>, 'api'>,
  names: string[] = OAK,
  signal = new AbortController().signal,
) {
  const shares: number[] = [];
  const onProgress = (share: number) => {
    shares.push(share);
  };
  const done = sendMaterial(
    api,
    { files: filesOf(...names), account: 'mine', details: { tags: ['wood'] } },
    { signal, onProgress },
  );
  done.catch(() => undefined);
  return { done, shares };
}

describe('a material uploaded to the library', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is created with its maps once all are ready, and reports progress', async () => {
    const server = sendingServer({ 'oak_rough.png': [{ status: 'processing', progress: 50 }] });
    const { done, shares } = send(server, ['oak_albedo.png', 'oak_rough.png']);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await done).toBe('made');
    expect(server.made).toEqual([
      {
        name: 'Oak',
        tags: ['wood'],
        material: {
          name: 'Oak',
          color: '#ffffff',
          roughness: 1,
          maps: { color: '/api/assets/oak_albedo.png', roughness: '/api/assets/oak_rough.png' },
        },
      },
    ]);
    expect(server.fields).toEqual(
      Array.from({ length: 2 }, () => ({ type: 0, account: 'mine', uploadType: 'material' })),
    );
    expect(shares).toEqual([0.25, 0.5, 0.75, 0.875, 1]);
    expect(server.deleted).toEqual([]);
  });

  it('uploads a picture of several maps once', async () => {
    const server = sendingServer();
    const { done } = send(server, ['oak_color.png', 'oak_orm.png']);
    await vi.advanceTimersByTimeAsync(2_000);
    await done;
    expect(server.sent.toSorted()).toEqual(['oak_color.png', 'oak_orm.png']);
    const orm = '/api/assets/oak_orm.png';
    expect(server.made).toMatchObject([
      { material: { maps: { ao: orm, roughness: orm, metalness: orm, color: '/api/assets/oak_color.png' } } },
    ]);
  });

  it('leaves no files when a picture cannot be opened, and names that picture', async () => {
    const error = { code: 'import.failed', message: 'It is cut off.' };
    const server = sendingServer({ 'oak_normal.png': [{ status: 'failed', error }] });
    const { done } = send(server);
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(done).rejects.toMatchObject({ code: error.code, title: 'oak_normal.png: It is cut off.' });
    expect(server.deleted.toSorted()).toEqual(OAK.toSorted());
    expect(server.made).toEqual([]);
  });

  it.each([
    ['a picture is lost during the upload', 'oak_normal.png'],
    ['a picture cannot be requested', 'getAsset'],
    ['the library rejects the material', 'createLibraryItem'],
  ])('leaves no files when %s, and can be sent again', async (_, lost) => {
    let isAway = true;
    const server = sendingServer({}, (call) => isAway && call === lost);
    const { done } = send(server);
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(done).rejects.toThrow('lost');
    expect(server.sent.length).toBeGreaterThan(0);
    expect(server.deleted.toSorted()).toEqual(server.sent.toSorted());
    isAway = false;
    const again = send(server);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await again.done).toBe('made');
  });

  it.each([
    ['sent', 0],
    ['opened', 1_500],
  ])('leaves no files when canceled while being %s', async (_, ms) => {
    const cancelling = new AbortController();
    const server = sendingServer({ 'oak_ao.png': [{ status: 'processing' }, { status: 'processing' }] });
    const { done } = send(server, OAK, cancelling.signal);
    await vi.advanceTimersByTimeAsync(ms);
    cancelling.abort(new Error('cancelled'));
    await vi.advanceTimersByTimeAsync(3_000);
    await expect(done).rejects.toThrow('cancelled');
    expect(server.deleted.toSorted()).toEqual(server.sent.toSorted());
    expect(server.made).toEqual([]);
  });
});
