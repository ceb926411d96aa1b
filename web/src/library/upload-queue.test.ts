import { describe, expect, it, vi } from 'vitest';
import { type SendOptions, type UndoJob, UploadQueue } from './upload-queue.ts';

type Run = SendOptions & { job: string; end: PromiseWithResolvers<UndoJob | null> };

function start(...jobs: string[]) {
  const runs: Run[] = [];
  const queue = new UploadQueue<string>((job, options) => {
    const end = Promise.withResolvers<UndoJob | null>();
    options.signal.addEventListener('abort', () => end.reject(new DOMException('gone', 'AbortError')));
    runs.push({ job, ...options, end });
    return end.promise;
  });
  queue.add(jobs.map((job) => ({ name: job, job })));
  const phases = () => queue.get().map(({ name, phase }) => `${name} ${phase}`);
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
  const run = (at: number): Run => {
    const found = runs[at];
    if (!found) {
      throw new Error(`There is no run ${at}`);
    }
    return found;
  };
  return { queue, runs, phases, settle, run };
}

describe('a bulk upload', () => {
  it('sends two files at a time, in order', async () => {
    const { runs, phases, settle, run } = start('a', 'b', 'c');
    expect(phases()).toEqual(['a uploading', 'b uploading', 'c waiting']);
    run(1).end.resolve(null);
    await settle();
    expect(phases()).toEqual(['a uploading', 'b done', 'c uploading']);
    expect(runs.map(({ job }) => job)).toEqual(['a', 'b', 'c']);
  });

  it('continues after a failure, which can be retried', async () => {
    const { queue, phases, settle, run } = start('a', 'b');
    run(0).onProgress(0.5);
    run(0).end.reject(new Error('lost'));
    await settle();
    expect(phases()).toEqual(['a failed', 'b uploading']);
    queue.retry(1);
    expect(queue.get()[0]).toMatchObject({ phase: 'uploading', share: 0, error: null });
    run(2).end.resolve(null);
    await settle();
    expect(phases()).toEqual(['a done', 'b uploading']);
  });

  it('cancels running and waiting uploads, which restart only on request', async () => {
    const { queue, runs, phases, settle } = start('a', 'b', 'c');
    queue.cancel(1);
    queue.cancel(3);
    await settle();
    expect(phases()).toEqual(['a cancelled', 'b uploading', 'c cancelled']);
    expect(runs).toHaveLength(2);
    queue.retry(1);
    await settle();
    expect(phases()).toEqual(['a uploading', 'b uploading', 'c cancelled']);
    queue.clear();
    expect(phases()).toEqual(['a uploading', 'b uploading']);
    queue.dispose();
    expect(runs.filter(({ signal }) => !signal.aborted)).toEqual([]);
  });

  it('starts the next upload when one is sent, and finishes each once processed', async () => {
    const { queue, phases, settle, run } = start('a', 'b', 'c', 'd');
    run(0).onSent?.();
    run(0).onProgress(0.75);
    expect(phases()).toEqual(['a opening', 'b uploading', 'c uploading', 'd waiting']);
    expect([queue.isBusy, queue.get()[0]?.share]).toEqual([true, 0.75]);
    run(0).end.resolve(null);
    await settle();
    expect(phases()).toEqual(['a done', 'b uploading', 'c uploading', 'd waiting']);
  });

  it('starts no upload while the server processes several files', async () => {
    const { queue, phases, settle, run } = start('a', 'b', 'c', 'd', 'e', 'f');
    for (const at of [0, 1, 2, 3]) {
      run(at).onSent?.();
    }
    run(4).end.resolve(null);
    await settle();
    expect(phases().slice(4)).toEqual(['e done', 'f waiting']);
    run(0).end.resolve(null);
    await settle();
    expect([phases().at(-1), queue.isBusy]).toEqual(['f uploading', true]);
  });

  it('also cancels a file that the server is processing', async () => {
    const { queue, phases, settle, run } = start('a');
    run(0).onSent?.();
    queue.cancel(1);
    await settle();
    expect([phases(), run(0).signal.aborted]).toEqual([['a cancelled'], true]);
  });

  it('pauses one upload, sends another in its place, and resumes', () => {
    const { queue, phases, run } = start('a', 'b', 'c');
    const first = () => queue.get()[0];
    expect(first()).toMatchObject({ hold: null, control: null, throughput: null });
    const { onHold } = run(0);
    run(0).onPieces?.({ pause: () => onHold?.('paused'), resume: () => onHold?.(null) });
    queue.pause(1);
    expect([first()?.hold, phases()]).toEqual(['paused', ['a uploading', 'b uploading', 'c uploading']]);
    queue.resume(1);
    expect(first()?.hold).toBeNull();
  });

  it('reports the throughput of an upload, except while it is on hold', () => {
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(2_000);
    const { queue, run } = start('a');
    run(0).onBytes?.(0, 10_000_000);
    run(0).onBytes?.(4_000_000, 10_000_000);
    expect(queue.get()[0]?.throughput).toEqual({ bytesPerSecond: 2_000_000, secondsLeft: 3 });
    run(0).onHold?.('offline');
    expect(queue.get()[0]).toMatchObject({ throughput: null, hold: 'offline' });
    vi.restoreAllMocks();
  });

  it('is busy while uploads wait or run', async () => {
    const { queue, settle, run } = start();
    expect(queue.isBusy).toBe(false);
    queue.add(['a', 'b', 'c'].map((name) => ({ name, job: name })));
    run(0).end.resolve(null);
    run(1).end.reject(new Error('away'));
    await settle();
    expect(queue.isBusy).toBe(true);
    queue.cancel(3);
    expect(queue.isBusy).toBe(false);
    queue.retry(2);
    expect(queue.isBusy).toBe(true);
    queue.dispose();
  });

  it('aborts running uploads and starts no more on dispose', async () => {
    const { queue, runs, settle } = start('a', 'b', 'c', 'd');
    queue.dispose();
    await settle();
    expect(runs.map(({ job, signal }) => [job, signal.aborted])).toEqual([
      ['a', true],
      ['b', true],
    ]);
  });

  it('undoes a finished upload once, and sends it again on retry', async () => {
    const { queue, runs, phases, settle, run } = start('a');
    await queue.undo(1);
    expect(phases()).toEqual(['a uploading']);
    let undone = 0;
    let isAway = true;
    run(0).end.resolve(async () => {
      undone += 1;
      if (isAway) {
        throw new Error('away');
      }
    });
    await settle();
    await expect(queue.undo(1)).rejects.toThrow('away');
    expect(phases()).toEqual(['a done']);
    isAway = false;
    await Promise.all([queue.undo(1), queue.undo(1)]);
    expect([phases(), undone]).toEqual([['a undone'], 2]);
    queue.retry(1);
    expect([phases(), runs.length]).toEqual([['a uploading'], 2]);
  });
});
