import { Matrix4, Vector3 } from 'three';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from 'y-protocols/awareness';
import * as Y from 'yjs';
import type { PeerPerson, PeerView } from './peer-state.ts';
import { PresenceManager } from './presence.ts';

const person = (name: string): PeerPerson => ({ uuid: name, name, avatarUrl: null, avatarColor: '#aabbcc' });
const pose = (x: number) => ({ position: new Vector3(x, 1, 5), target: new Vector3(0, 1, 0), fov: 40 });
const view = (x: number): PeerView => ({ cursor: new Vector3(x, 0, 0), camera: pose(x), isFlat: false });

let a: Awareness;
let b: Awareness;
let ada: PresenceManager;
let bob: PresenceManager;
let sent: number;
const open: Awareness[] = [];

const connect = (from: Awareness, to: Awareness) => {
  const share = () => applyAwarenessUpdate(to, encodeAwarenessUpdate(from, [from.clientID]), 'network');
  from.on('update', (_changes: unknown, origin: unknown) => origin !== 'network' && share());
  share();
};
const newTab = () => {
  const tab = new Awareness(new Y.Doc());
  open.push(tab);
  return tab;
};

beforeEach(() => {
  vi.useFakeTimers();
  sent = 0;
  [a, b] = [newTab(), newTab()];
  bob = new PresenceManager(b, person('Bob'));
  ada = new PresenceManager(a, person('Ada'));
  connect(a, b);
  connect(b, a);
  a.on('update', (_changes: unknown, origin: unknown) => {
    sent += origin === 'network' ? 0 : 1;
  });
});

afterEach(() => {
  for (const one of [ada, bob]) {
    one.dispose();
  }
  for (const tab of open.splice(0)) {
    tab.destroy();
  }
  vi.useRealTimers();
});

describe('presence', () => {
  it('shows which choice another user records until recording ends', () => {
    ada.setRecording({ table: 'choices', id: 'oak' });
    ada.setRecording({ table: 'choices', id: 'oak' });
    expect([sent, bob.people.value.map(({ recording }) => recording)]).toEqual([1, ['choices/oak']]);
    ada.setRecording(null);
    expect(bob.people.value[0]?.recording).toBeNull();
    a.setLocalState({ ...a.getLocalState(), recording: 'x'.repeat(5_000) });
    expect(bob.people.value[0]?.recording).toBeNull();
  });

  it('shows present users and their selection', () => {
    ada.setSelection(['box']);
    expect(bob.peers.value).toMatchObject([{ person: { name: 'Ada' }, selection: ['box'], drag: null }]);
  });

  it('sends a drag at most 20 times a second, and its end at once', () => {
    const before = sent;
    for (let step = 1; step <= 100; step += 1) {
      ada.setDrag(new Matrix4().makeTranslation(step, 0, 0));
      vi.advanceTimersByTime(10);
    }
    expect(sent - before).toBeLessThanOrEqual(20);
    expect(sent - before).toBeGreaterThan(10);
    expect(bob.peers.value[0]?.drag?.elements[12]).toBeGreaterThan(90);
    ada.setDrag(null);
    expect(bob.peers.value[0]?.drag).toBeNull();
  });

  it('sends camera and pointer at most 10 times a second, including the last state', () => {
    for (let step = 1; step <= 100; step += 1) {
      ada.setView(() => view(step));
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(100);
    expect(sent).toBeLessThanOrEqual(11);
    expect(sent).toBeGreaterThan(5);
    const seen = bob.views.value.get(a.clientID);
    expect(seen?.cursor?.x).toBe(100);
    expect(seen?.camera).toMatchObject({ position: { x: 100 }, fov: 40 });
  });

  it('sends no view that is unchanged to the millimeter', () => {
    ada.setView(() => view(1));
    vi.advanceTimersByTime(100);
    ada.setView(() => view(1.0001));
    vi.advanceTimersByTime(100);
    expect(sent).toBe(1);
    const cursor = bob.views.value.get(a.clientID)?.cursor;
    ada.setView(() => ({ ...view(1), camera: pose(2) }));
    vi.advanceTimersByTime(100);
    expect(bob.views.value.get(a.clientID)?.cursor).toBe(cursor);
  });

  it('reads no view while no other user is present, and sends it when another user joins', () => {
    const alone = new PresenceManager(newTab(), person('Eve'));
    const read = vi.fn(() => view(1));
    alone.setView(read);
    vi.advanceTimersByTime(1_000);
    expect(read).not.toHaveBeenCalled();
    connect(b, open[2] ?? b);
    vi.advanceTimersByTime(100);
    expect(read).toHaveBeenCalledTimes(1);
    alone.dispose();
  });

  it('keeps the lists of users identical while another user only moves the view', () => {
    const [peers, people] = [bob.peers.value, bob.people.value];
    ada.setView(() => view(7));
    vi.advanceTimersByTime(100);
    expect(bob.views.value.get(a.clientID)?.cursor?.x).toBe(7);
    expect(bob.peers.value).toBe(peers);
    expect(bob.people.value).toBe(people);
  });

  it('keeps the largest awareness state below 32,000 characters', () => {
    ada.setSelection(Array.from({ length: 5_000 }, (_, i) => String(i).padStart(36, '0')));
    ada.setDrag(new Matrix4().makeScale(1e-5 / 3, 1 / 3, 1e5 / 3));
    ada.setView(() => view(100_000 / 3));
    ada.setFollowing(b.clientID);
    vi.advanceTimersByTime(100);
    expect(JSON.stringify(a.getLocalState()).length).toBeLessThan(32_000);
  });

  it('validates awareness states from other clients', () => {
    a.setLocalState({
      person: { uuid: 'x', name: 'X', avatarColor: 'url(evil)' },
      selection: [1, 'ok'],
      drag: [1, 2],
      following: 'you',
      isAway: 'yes',
    });
    expect(bob.peers.value).toMatchObject([
      { person: { avatarColor: '#6fa3f5' }, selection: ['ok'], drag: null, following: null, isAway: false },
    ]);
    a.setLocalState({ person: 'nobody' });
    expect(bob.peers.value).toEqual([]);
    expect(bob.views.value.size).toBe(0);
  });

  it.each([
    ['not a list', 'here', { 0: 1 }],
    ['too short', [1, 2], [1, 2, 3, 4, 5, 6]],
    ['not numeric', [1, '2', null], [1, 2, 3, 4, 5, 'x', 40]],
    ['too far away', [1e9, 0, 0], [1e9, 0, 0, 0, 0, 0, 40]],
    ['zero degrees wide', null, [1, 2, 3, 0, 0, 0, 0]],
    ['wider than 180 degrees', null, [1, 2, 3, 0, 0, 0, 200]],
    ['looking at its own position', null, [1, 2, 3, 1, 2, 3, 40]],
  ])('ignores a cursor or camera that is %s', (_what, cursor, camera) => {
    a.setLocalState({ ...a.getLocalState(), cursor, camera });
    expect(bob.peers.value).toHaveLength(1);
    expect(bob.views.value.get(a.clientID)).toEqual({ cursor: null, camera: null, isFlat: false });
  });

  it('merges the tabs of a user into one person, represented by the active tab', () => {
    const other = newTab();
    const second = new PresenceManager(other, person('Ada'));
    connect(other, b);
    const counts = () => bob.people.value.map(({ clientId, isAway }) => [clientId, isAway]);
    expect(bob.peers.value).toHaveLength(2);
    expect(counts()).toEqual([[other.clientID, false]]);
    ada.setView(() => view(3));
    vi.advanceTimersByTime(100);
    expect(counts()).toEqual([[a.clientID, false]]);
    ada.setAway(true);
    expect(counts()).toEqual([[other.clientID, false]]);
    second.setAway(true);
    expect(bob.people.value).toMatchObject([{ isAway: true }]);
    second.dispose();
  });

  it('does not list another tab of the local user', () => {
    const second = new PresenceManager(newTab(), person('Bob'));
    connect(open[2] ?? a, b);
    expect(bob.people.value.map(({ person: { name } }) => name)).toEqual(['Ada']);
    second.dispose();
  });

  it('counts each follower of any of the user’s tabs once', () => {
    const [tab, again] = [newTab(), newTab()];
    const second = new PresenceManager(tab, person('Bob'));
    const third = new PresenceManager(again, person('Ada'));
    connect(tab, b);
    connect(again, b);
    ada.setFollowing(tab.clientID);
    third.setFollowing(b.clientID);
    second.setFollowing(b.clientID);
    expect(bob.followers.value).toBe(1);
    ada.setFollowing(null);
    third.setFollowing(12345);
    expect(bob.followers.value).toBe(0);
    second.dispose();
    third.dispose();
  });

  it('removes a user who left, including their view', () => {
    ada.setView(() => view(1));
    vi.advanceTimersByTime(100);
    removeAwarenessStates(b, [a.clientID], 'network');
    expect([bob.peers.value, bob.people.value, bob.views.value.size]).toEqual([[], [], 0]);
  });
});
