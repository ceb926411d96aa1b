import type { Asset } from '@diorama/shared/contract/assets.ts';
import { describe, expect, it, vi } from 'vitest';
import type { UploadHold } from '../../../../api/upload-options.ts';
import { ImportUploads, type SendFile, TooLargeError } from './import-uploads.ts';

/** Uploads that end on the test's command. */
function uploads() {
  const begun: string[] = [];
  const ended: string[] = [];
  /** Phase of the fifth upload at each change. */
  const told: (string | undefined)[] = [];
  const end = new Map<string, (isWhole: boolean) => void>();
  const hold = new Map<string, (why: UploadHold | null) => void>();
  const send: SendFile = (file, options) => {
    const { promise, resolve, reject } = Promise.withResolvers<Asset>();
    begun.push(file.name);
    options.onProgress(0.1);
    hold.set(file.name, options.onHold);
    end.set(file.name, (isWhole) => (isWhole ? resolve({} as Asset) : reject(new Error('lost'))));
    options.signal.addEventListener('abort', () => {
      ended.push(file.name);
      reject(options.signal.reason);
    });
    return promise;
  };
  const all = new ImportUploads(send, () => told.push(all.phaseOf('e')?.kind));
  const done = vi.fn();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const file = new File(['x'], `${name}.glb`);
    all.start(name, { name, files: [{ file, path: file.name }] }, done);
  }
  return { all, begun, ended, end, hold, done, told };
}
const GLB = (...names: string[]) => names.map((name) => `${name}.glb`);

describe('several uploads', () => {
  it('run a few at a time in order, and each one that ends starts the next', async () => {
    const { all, begun, end, done, told } = uploads();
    await expect.poll(() => begun).toEqual(GLB('a', 'b', 'c'));
    expect(all.phaseOf('d')).toEqual({ kind: 'queued', position: null, etaSeconds: null });
    expect(all.sending()).toHaveLength(6);
    end.get('b.glb')?.(true);
    await expect.poll(() => begun).toEqual(GLB('a', 'b', 'c', 'd'));
    expect(done).toHaveBeenCalledOnce();
    end.get('a.glb')?.(false);
    await expect.poll(() => begun).toEqual(GLB('a', 'b', 'c', 'd', 'e'));
    expect(told).toContain('packing');
    expect(all.phaseOf('a')).toMatchObject({ kind: 'failed', canRetry: true });
  });

  it('report too large files as failed without a retry', async () => {
    const all = new ImportUploads(
      () => Promise.reject(new Error('sent')),
      () => undefined,
    );
    const files = ['a.obj', 'a.mtl'].map((path) => ({ path, file: new File(['x'], path) }));
    for (const { file } of files) {
      // Simulates the result of packing, which would take too long here.
      file.arrayBuffer = () => Promise.reject(new TooLargeError());
    }
    all.start('a', { name: 'a', files }, () => undefined);
    await expect
      .poll(() => all.phaseOf('a'))
      .toMatchObject({ kind: 'failed', isTooLarge: true, canRetry: false });
  });

  it('do not wait for a paused or canceled upload', async () => {
    const { all, begun, hold, ended, done } = uploads();
    await expect.poll(() => begun).toHaveLength(3);
    hold.get('a.glb')?.('paused');
    await expect.poll(() => begun).toEqual(GLB('a', 'b', 'c', 'd'));
    // Other files for the node end a paused upload.
    const other = new File(['y'], 'other.glb');
    all.start('a', { name: 'other', files: [{ file: other, path: other.name }] }, done);
    expect(ended).toEqual(['a.glb']);
    all.cancel('a');
    all.cancel('e');
    all.cancel('b');
    await expect.poll(() => begun).toEqual(GLB('a', 'b', 'c', 'd', 'f'));
    expect(all.phaseOf('e')).toBeNull();
  });
});
