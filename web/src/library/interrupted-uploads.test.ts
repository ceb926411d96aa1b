import { describe, expect, it } from 'vitest';
import { createStoredList } from '../stored-list.ts';
import { type SendOptions, UploadQueue } from './upload-queue.ts';

/** Mocks a browser tab whose page can be reloaded. */
function openTab() {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
  const load = () => {
    const runs = new Map<string, SendOptions & { end: () => void }>();
    const queue = new UploadQueue<string>(
      (job, options) =>
        new Promise((resolve) => {
          runs.set(job, { ...options, end: () => resolve(null) });
        }),
      createStoredList(storage, 'uploads'),
    );
    const add = (...names: string[]) => queue.add(names.map((name) => ({ name, job: name })));
    return { queue, add, run: (name: string) => runs.get(name) };
  };
  return { load, stored };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('uploads interrupted by a page reload', () => {
  it('are listed until the same file is added again or dismissed', async () => {
    const { load, stored } = openTab();
    const before = load();
    before.add('done.jpg', 'half.jpg', 'waits.jpg', 'cancelled.jpg');
    before.run('done.jpg')?.end();
    await settle();
    before.queue.cancel(4);

    const page = load();
    expect(page.queue.getInterrupted()).toEqual(['half.jpg', 'waits.jpg']);
    page.add('half.jpg');
    expect(page.queue.getInterrupted()).toEqual(['waits.jpg']);
    expect(load().queue.getInterrupted()).toEqual(['waits.jpg', 'half.jpg']);
    page.run('half.jpg')?.end();
    await settle();
    page.queue.dismiss('waits.jpg');
    expect(page.queue.getInterrupted()).toEqual([]);
    expect(stored.size).toBe(0);
  });

  it('are not listed when only server processing remains', () => {
    const { load } = openTab();
    const { queue, run } = load();
    queue.add([
      { name: 'sky.hdr', job: 'sky.hdr' },
      { name: 'Oak', job: 'Oak', isMadeHere: true },
    ]);
    run('sky.hdr')?.onSent?.();
    run('Oak')?.onSent?.();
    expect(load().queue.getInterrupted()).toEqual(['Oak']);
  });

  it('are forgotten when storage is full or holds foreign data', () => {
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const storage = { getItem: () => '{"a":1}', setItem: full, removeItem: full };
    const names = createStoredList<string>(storage, 'uploads');
    names.keep(['a.jpg']);
    names.keep([]);
    expect(names.all()).toEqual([]);
  });
});
