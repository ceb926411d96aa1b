import { addNode } from '@diorama/shared/scene/ops.ts';
import type { PointerEvent } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inMaterial, type Trial } from '../kernels/try-on.ts';
import { TestEditor } from '../test/test-editor.ts';
import { createFitting, fittingOn } from './use-fitting.ts';

let editor: TestEditor;
let trials: [Trial, Trial];

beforeEach(() => {
  vi.useFakeTimers();
  editor = new TestEditor();
  const ids = [addNode(editor.ydoc, { kind: 'box' })];
  trials = [{ nodes: { ids, as: inMaterial('one') } }, { nodes: { ids, as: inMaterial('two') } }];
});
afterEach(() => {
  vi.useRealTimers();
});

describe('Trying choices on', () => {
  it('shows the last that was looked at, and writes nothing', () => {
    let writes = 0;
    editor.ydoc.on('update', () => {
      writes += 1;
    });
    const before = editor.scene.get();
    const fitting = createFitting(editor);
    const shown: (Trial | null)[] = [];
    editor.trial.subscribe(() => shown.push(editor.trial.get()));
    fitting.begin(trials[0]);
    fitting.begin(trials[1]);
    vi.runAllTimers();
    fitting.end();
    expect(shown).toEqual([trials[1], null]);
    expect({ writes, history: editor.history.state.get() }).toEqual({
      writes: 0,
      history: { canUndo: false, canRedo: false },
    });
    expect(editor.scene.get()).toBe(before);
  });

  it('shows nothing of what was only passed over', () => {
    const fitting = createFitting(editor);
    fitting.begin(trials[0]);
    fitting.end();
    vi.runAllTimers();
    expect(editor.trial.get()).toBeNull();
  });

  it('leaves alone what another list shows by now', () => {
    const [first, second] = [createFitting(editor), createFitting(editor)];
    first.begin(trials[0]);
    vi.runAllTimers();
    second.begin(trials[1]);
    vi.runAllTimers();
    first.end();
    first.begin(null);
    vi.runAllTimers();
    expect(editor.trial.get()).toBe(trials[1]);
  });

  it('ends with the choice that is pointed at, and not with another drawing of the list', () => {
    const fitting = createFitting(editor);
    const card = { isConnected: true };
    const point = () => {
      const event = { pointerType: 'mouse', currentTarget: card };
      fittingOn(fitting, () => trials[0]).onPointerEnter?.(event as unknown as PointerEvent<HTMLElement>);
    };
    point();
    vi.runAllTimers();
    fitting.endIfGone();
    expect(editor.trial.get()).toBe(trials[0]);
    card.isConnected = false;
    fitting.endIfGone();
    expect(editor.trial.get()).toBeNull();
    // Also for an element that is removed before the preview starts.
    point();
    fitting.endIfGone();
    vi.runAllTimers();
    expect(editor.trial.get()).toBeNull();
  });

  it('is for those who may edit, and ends for who may no longer', () => {
    const fitting = createFitting(editor);
    fitting.begin(trials[0]);
    vi.runAllTimers();
    editor.isReadOnly.set(true);
    expect(editor.trial.get()).toBeNull();
    fitting.begin(trials[1]);
    vi.runAllTimers();
    expect(editor.trial.get()).toBeNull();
  });
});
