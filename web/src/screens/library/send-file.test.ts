import type { Asset } from '@diorama/shared/contract/assets.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import type { Api } from '../../api/provider.tsx';
import { asset } from '../../editor/test/import-kit.ts';
import { sendFile } from './send-file.ts';

const file = new File(['x'], 'oak.glb');

/** A server that says these of the file, one after the other, and what was asked of it beside that. */
function server(...states: Partial<Asset>[]) {
  const deleted: string[] = [];
  const call = async (name: string, { params }: { params: { id: string } }) => {
    if (name === 'deleteAsset') {
      deleted.push(params.id);
      return undefined;
    }
    return asset(states.shift() ?? { status: 'ready' });
  };
  const upload = async (
    _file: File,
    _fields: unknown,
    { onProgress }: { onProgress: (s: number) => void },
  ) => {
    onProgress(1);
    return asset({ status: 'uploaded' });
  };
  // What sending uses of the way to the server.
  return { api: { client: { call }, upload } as unknown as Pick<Api, 'client' | 'upload'>, deleted };
}

describe('a file that is sent into the library', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const send = (api: Pick<Api, 'client' | 'upload'>, signal = new AbortController().signal) => {
    const shares: number[] = [];
    const onProgress = (share: number) => {
      shares.push(share);
    };
    const done = sendFile(api, file, { shelf: 'models', account: 'mine', signal, onProgress });
    done.catch(() => undefined);
    return { done, shares };
  };

  it('is there once it can be used, and tells how far it is until then', async () => {
    const { api, deleted } = server(
      { status: 'processing', progress: 50 },
      { status: 'ready', progress: 100 },
    );
    const { done, shares } = send(api);
    await vi.advanceTimersByTimeAsync(3_000);
    await done;
    expect(shares).toEqual([0.5, 0.75, 1]);
    expect(deleted).toEqual([]);
  });

  it('leaves nothing where it cannot be opened, and says why', async () => {
    const error = { code: 'import.failed', message: 'It is cut off.' };
    const { api, deleted } = server({ status: 'failed', error });
    const { done } = send(api);
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(done).rejects.toMatchObject(
      new ApiError({ status: 422, code: error.code, title: error.message }),
    );
    expect(deleted).toHaveLength(1);
  });

  it('leaves nothing where it is cancelled while it is opened', async () => {
    const { api, deleted } = server({ status: 'processing', progress: 50 }, { status: 'processing' });
    const cancelling = new AbortController();
    const { done } = send(api, cancelling.signal);
    await vi.advanceTimersByTimeAsync(500);
    cancelling.abort(new Error('cancelled'));
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(done).rejects.toThrow('cancelled');
    expect(deleted).toHaveLength(1);
  });
});
