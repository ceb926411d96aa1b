import { describe, expect, it } from 'vitest';
import { parseDocument } from './document.ts';
import { NO_OVERRIDES, resolveScene } from './resolve.ts';
import { isVisibleWith, visibilityOverridesAt } from './visibility-overrides.ts';

const document = parseDocument({
  nodes: {
    lid: { kind: 'annotation', props: { hides: ['roof', 'gone'], shows: ['cut'] } },
    base: { kind: 'annotation' },
    roof: { kind: 'group' },
    tile: { kind: 'box', parent: 'roof' },
    cut: { kind: 'box', visible: false },
    height: { kind: 'measure', props: { stop: 'lid' } },
    width: { kind: 'measure', props: { stop: 'base' } },
    depth: { kind: 'measure', props: { stop: 'gone' } },
  },
});
const resolved = resolveScene(document);
const seenAt = (stop: string | null) => {
  const overrides = visibilityOverridesAt(document, stop);
  return Object.keys(document.nodes).filter((id) => isVisibleWith(overrides, resolved, id));
};

describe('visibilityOverridesAt', () => {
  it('shows nodes outside stops as in the document when no stop is active', () => {
    expect(seenAt(null)).toEqual(['lid', 'base', 'roof', 'tile', 'depth']);
    expect(isVisibleWith(NO_OVERRIDES, resolved, 'nobody')).toBe(false);
  });

  it('hides and shows subtrees and nodes that belong to the active stop', () => {
    expect(seenAt('lid')).toEqual(['lid', 'base', 'cut', 'height', 'depth']);
    expect(seenAt('base')).toEqual(['lid', 'base', 'roof', 'tile', 'width', 'depth']);
  });

  it('ignores missing nodes and a missing stop', () => {
    expect([...visibilityOverridesAt(document, 'lid').hidden]).toEqual(['roof', 'width']);
    expect(visibilityOverridesAt(document, 'gone')).toEqual(visibilityOverridesAt(document, null));
    expect(visibilityOverridesAt(document, 'roof').shown.size).toBe(0);
  });
});
