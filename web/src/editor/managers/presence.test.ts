import { Matrix4 } from 'three';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { type Person, PresenceManager } from './presence.ts';

const person = (name: string): Person => ({ uuid: name, name, avatarUrl: null, avatarColor: '#aabbcc' });

let a: Awareness;
let b: Awareness;
let ada: PresenceManager;
let bob: PresenceManager;
let sent: number;

beforeEach(() => {
  vi.useFakeTimers();
  sent = 0;
  a = new Awareness(new Y.Doc());
  b = new Awareness(new Y.Doc());
  bob = new PresenceManager(b, person('Bob'));
  ada = new PresenceManager(a, person('Ada'));
  const share = () => {
    sent += 1;
    applyAwarenessUpdate(b, encodeAwarenessUpdate(a, [a.clientID]), 'network');
  };
  a.on('update', share);
  share();
});

afterEach(() => {
  for (const one of [ada, bob, a, b]) {
    'dispose' in one ? one.dispose() : one.destroy();
  }
  vi.useRealTimers();
});

describe('Presence', () => {
  it('shows others who is here, and what they have selected', () => {
    ada.setSelection(['box']);
    expect(bob.peers.get()).toMatchObject([{ person: { name: 'Ada' }, selection: ['box'], drag: null }]);
  });

  it('sends a drag at most 20 times a second, and its end at once', () => {
    const before = sent;
    for (let step = 1; step <= 100; step += 1) {
      ada.setDrag(new Matrix4().makeTranslation(step, 0, 0));
      vi.advanceTimersByTime(10);
    }
    expect(sent - before).toBeLessThanOrEqual(20);
    expect(sent - before).toBeGreaterThan(10);
    expect(bob.peers.get()[0]?.drag?.elements[12]).toBeGreaterThan(90);
    ada.setDrag(null);
    expect(bob.peers.get()[0]?.drag).toBeNull();
  });

  it('does not trust what others send', () => {
    a.setLocalState({
      person: { uuid: 'x', name: 'X', avatarColor: 'url(evil)' },
      selection: [1, 'ok'],
      drag: [1, 2],
    });
    expect(bob.peers.get()).toMatchObject([
      { person: { avatarColor: '#6fa3f5' }, selection: ['ok'], drag: null },
    ]);
    a.setLocalState({ person: 'nobody' });
    expect(bob.peers.get()).toEqual([]);
  });
});
