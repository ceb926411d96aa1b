import { expect, it, vi } from 'vitest';
import { whenOnline } from './use-scene-actions.ts';

it('whenOnline runs actions only online, and reports attempts made offline', () => {
  let isOnline = true;
  const onOffline = vi.fn();
  const actions = { remove: vi.fn((_scene: string) => undefined), move: vi.fn() };
  const guarded = whenOnline(actions, { isOnline: () => isOnline, onOffline });
  guarded.remove('chair');
  expect(actions.remove).toHaveBeenCalledExactlyOnceWith('chair');
  expect(onOffline).not.toHaveBeenCalled();
  isOnline = false;
  guarded.remove('table');
  guarded.move();
  expect(actions.remove).toHaveBeenCalledOnce();
  expect(actions.move).not.toHaveBeenCalled();
  expect(onOffline).toHaveBeenCalledTimes(2);
  isOnline = true;
  guarded.move();
  expect(actions.move).toHaveBeenCalledOnce();
});
