import { Vector3 } from 'three';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from 'y-protocols/awareness';
import * as Y from 'yjs';
import { getAction } from '../actions/index.ts';
import { goToOpeningView, togglePerspective } from '../commands/focus.ts';
import { watch } from '../signals.ts';
import { TestEditor } from '../test/test-editor.ts';

const SOON_MS = 150;

/** Browser tab of one user. */
class Tab extends TestEditor {
  readonly awareness: Awareness;

  constructor(name: string) {
    const ydoc = new Y.Doc();
    const awareness = new Awareness(ydoc);
    const person = { uuid: name, name, avatarUrl: null, avatarColor: '#aabbcc' };
    super({ ydoc, presence: { awareness, person } });
    this.awareness = awareness;
  }

  get pose(): number[] {
    const { position, target, fov } = this.camera.pose.value;
    return [...position.toArray(), ...target.toArray(), fov];
  }

  moveTo(x: number, fov = 40): void {
    this.camera.go({ position: new Vector3(x, 2, 6), target: new Vector3(x, 0, 0), fov });
    vi.advanceTimersByTime(SOON_MS);
  }
}

let tabs: Tab[];
let ada: Tab;
let bob: Tab;
let eve: Tab;

/** Opens a tab that shares its awareness with all others. */
function join(name: string): Tab {
  const tab = new Tab(name);
  const share = (from: Tab, to: Tab) => {
    const update = encodeAwarenessUpdate(from.awareness, [from.awareness.clientID]);
    applyAwarenessUpdate(to.awareness, update, 'network');
  };
  for (const other of tabs) {
    share(other, tab);
    share(tab, other);
  }
  tabs.push(tab);
  tab.awareness.on('update', (_changes: unknown, origin: unknown) => {
    for (const other of origin === 'network' ? [] : tabs) {
      if (other !== tab) {
        share(tab, other);
      }
    }
  });
  return tab;
}

beforeEach(() => {
  vi.useFakeTimers();
  tabs = [];
  [ada, bob, eve] = [join('ada'), join('bob'), join('eve')];
});
afterEach(() => {
  for (const tab of tabs) {
    tab.dispose();
    tab.awareness.destroy();
  }
  vi.useRealTimers();
});

describe('following another user', () => {
  it('moves the camera to the other user’s view and keeps it in sync', () => {
    ada.moveTo(3);
    bob.following.follow('ada');
    expect(bob.pose).toEqual(ada.pose);
    ada.moveTo(8, 60);
    expect(bob.pose).toEqual(ada.pose);
    expect([ada.presence.followers.value, eve.presence.followers.value]).toEqual([1, 0]);
  });

  it('adopts the other user’s orthographic projection and restores perspective afterwards', () => {
    bob.following.follow('ada');
    ada.camera.setProjection('orthographic');
    vi.advanceTimersByTime(SOON_MS);
    expect(bob.camera.projection).toBe('orthographic');
    bob.following.stop();
    expect(bob.camera.projection).toBe('perspective');
  });

  it('stops when the user moves the camera, keeping its position and restoring the field of view', () => {
    ada.moveTo(3, 70);
    bob.following.follow('ada');
    bob.camera.take();
    expect(bob.pose).toEqual([3, 2, 6, 3, 0, 0, 40]);
    expect([bob.following.followed.value, ada.presence.followers.value]).toEqual([null, 0]);
    ada.moveTo(9);
    expect(bob.pose[0]).toBe(3);
  });

  it('stops when a command moves the camera', () => {
    bob.following.follow('ada');
    goToOpeningView(bob);
    expect(bob.following.followed.value).toBeNull();
  });

  it('stops when a command changes the projection, which then stays', () => {
    bob.following.follow('ada');
    togglePerspective(bob);
    expect([bob.following.followed.value, bob.camera.projection]).toEqual([null, 'orthographic']);
    bob.following.follow('ada');
    goToOpeningView(bob);
    expect(bob.camera.projection).toBe('perspective');
  });

  it('stops on the first Escape, which leaves the active tool unchanged', () => {
    const translations = {} as Parameters<ReturnType<typeof getAction>['perform']>[0]['translations'];
    const press = () => getAction('deselect').perform({ editor: bob, translations });
    bob.tools.use('move');
    bob.following.follow('ada');
    press();
    expect([bob.following.followed.value, bob.tools.activeId.value]).toEqual([null, 'move']);
    press();
    expect(bob.tools.activeId.value).toBe('select');
  });

  it('stops when the other user leaves', () => {
    bob.following.follow('ada');
    removeAwarenessStates(bob.awareness, [ada.awareness.clientID], 'network');
    expect(bob.following.followed.value).toBeNull();
    expect(bob.awareness.getLocalState()?.following).toBeNull();
  });

  it('continues in the other user’s newly active tab', () => {
    bob.following.follow('ada');
    const second = join('ada');
    second.moveTo(5);
    ada.presence.setAway(true);
    expect(bob.pose).toEqual(second.pose);
    second.moveTo(6);
    expect(bob.pose).toEqual(second.pose);
    expect(bob.awareness.getLocalState()?.following).toBe(second.awareness.clientID);
  });

  it('shows the last user’s view in a chain of followed users', () => {
    bob.following.follow('ada');
    eve.following.follow('bob');
    ada.moveTo(4);
    expect(eve.pose).toEqual(ada.pose);
    expect(ada.presence.followers.value).toBe(1);
  });

  it('keeps both cameras still when two users follow each other', () => {
    ada.moveTo(2);
    bob.moveTo(7);
    bob.following.follow('ada');
    vi.advanceTimersByTime(SOON_MS);
    ada.following.follow('bob');
    vi.advanceTimersByTime(SOON_MS);
    const moved = vi.fn();
    for (const tab of [ada, bob]) {
      watch(() => tab.camera.pose.value, moved);
    }
    vi.advanceTimersByTime(10 * SOON_MS);
    expect(moved).not.toHaveBeenCalled();
    bob.moveTo(1);
    expect(ada.pose).toEqual(bob.pose);
  });

  it('ignores absent users and the user’s own id', () => {
    for (const uuid of ['nobody', 'bob']) {
      bob.following.follow(uuid);
      expect(bob.following.followed.value).toBeNull();
    }
  });

  it('works for read-only users', () => {
    bob.isReadOnly.value = true;
    bob.following.follow('ada');
    ada.moveTo(4);
    expect(bob.pose).toEqual(ada.pose);
  });
});

describe('the view published through awareness', () => {
  const told = (tab: Tab) => ada.presence.views.value.get(tab.awareness.clientID);

  it('contains the floor point under the pointer, and none after the pointer leaves', () => {
    bob.moveTo(0);
    bob.pointerMove(...bob.screen(1, 0, 1));
    vi.advanceTimersByTime(SOON_MS);
    expect(told(bob)?.cursor?.toArray()).toEqual([1, 0, 1].map((value) => expect.closeTo(value, 2)));
    bob.tools.pointerLeave();
    vi.advanceTimersByTime(SOON_MS);
    expect(told(bob)?.cursor).toBeNull();
  });

  it('contains no cursor while the pointer is over the sky', () => {
    bob.moveTo(0);
    bob.pointerMove(400, 2);
    bob.camera.go({ position: new Vector3(0, 1, 0), target: new Vector3(0, 5, -1), fov: 40 });
    vi.advanceTimersByTime(SOON_MS);
    expect(told(bob)?.cursor).toBeNull();
  });

  it('omits the camera of a user who follows another user', () => {
    bob.moveTo(2);
    expect(told(bob)?.camera).not.toBeNull();
    bob.following.follow('eve');
    vi.advanceTimersByTime(SOON_MS);
    expect(told(bob)?.camera).toBeNull();
    bob.following.stop();
    vi.advanceTimersByTime(SOON_MS);
    expect(told(bob)?.camera).not.toBeNull();
  });
});
