import { expandDocument } from '@diorama/shared/scene/copies/expansion.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { expect, it } from 'vitest';
import { outlineOf } from './scene-outline.tsx';

type Names = [name: string, text: string, children: Names[]];

function names(entries: ReturnType<typeof outlineOf>): Names[] {
  return entries.map(({ name, text, children }) => [name, text, names(children)]);
}

it('the outline lists named visible nodes, annotations first', () => {
  const document = parseDocument({
    nodes: {
      table: { kind: 'group', name: 'Table', index: 'a1' },
      top: { kind: 'box', name: 'Top', parent: 'table', props: {} },
      unnamed: { kind: 'group', name: '', index: 'a2' },
      cup: { kind: 'cylinder', name: 'Cup', description: 'Blue, with a chip', parent: 'unnamed', props: {} },
      hidden: { kind: 'box', name: 'Hidden', visible: false, props: {} },
      inHidden: { kind: 'box', name: 'In it', parent: 'hidden', props: {} },
      secret: { kind: 'annotation', name: 'Not yet', parent: 'inHidden', props: { text: 'Hidden' } },
      width: { kind: 'measure', name: 'Distance 1' },
      note: { kind: 'annotation', name: 'The lid', props: { text: 'Lifts off' } },
    },
  });
  expect(names(outlineOf(document))).toEqual([
    ['The lid', 'Lifts off', []],
    ['Table', '', [['Top', '', []]]],
    ['Cup', 'Blue, with a chip', []],
  ]);
});

it('the outline includes nodes with missing or cyclic parents', () => {
  const document = parseDocument({
    nodes: {
      lamp: { kind: 'group', name: 'Lamp', parent: 'gone' },
      bulb: { kind: 'sphere', name: 'Bulb', parent: 'lamp' },
      one: { kind: 'group', name: 'One', parent: 'other', index: 'a1' },
      other: { kind: 'group', name: 'Other', parent: 'one' },
      note: { kind: 'annotation', name: 'Bright', parent: 'gone' },
    },
  });
  expect(names(outlineOf(document))).toEqual([
    ['Bright', '', []],
    ['Lamp', '', [['Bulb', '', []]]],
    ['One', '', [['Other', '', []]]],
  ]);
});

it('the outline has at most 300 entries', () => {
  const nodes = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, i) => [`n${i}`, { kind: 'box', name: `Box ${i}`, props: {} }]),
  );
  expect(outlineOf(parseDocument({ nodes }))).toHaveLength(300);
});

it('the outline lists each node of a repeat once', () => {
  const document = parseDocument({
    nodes: {
      row: { kind: 'repeat', name: 'Row', index: 'a0', props: { pattern: 'linear', count: 500 } },
      seat: { kind: 'group', name: '', parent: 'row' },
      back: { kind: 'box', name: 'Back', parent: 'seat' },
      piano: { kind: 'box', name: 'Piano', description: 'A grand piano', index: 'a1' },
    },
  });
  const entries = [
    ['Row', '', [['Back', '', []]]],
    ['Piano', 'A grand piano', []],
  ];
  const shown = expandDocument(document).document;
  expect(Object.keys(shown.nodes).length).toBeGreaterThan(500);
  expect(names(outlineOf(shown))).toEqual(entries);
  // Only the copies can be seen.
  const { seat } = document.nodes;
  const hidden = {
    ...document,
    nodes: { ...document.nodes, ...(seat && { seat: { ...seat, visible: false } }) },
  };
  expect(names(outlineOf(expandDocument(hidden).document))).toEqual(entries);
});

it('the outline prefers nodes with descriptions when there are too many', () => {
  const named = Array.from({ length: 500 }, (_, i) => [
    `n${i}`,
    { kind: 'group', name: `Box ${i}`, index: 'a0' },
  ]);
  const unnamed = Array.from({ length: 500 }, (_, i) => [`u${i}`, { kind: 'box', name: '', index: 'a0' }]);
  const piano = { kind: 'box', name: 'Piano', description: 'A grand piano', parent: 'n499' };
  const entries = outlineOf(
    parseDocument({ nodes: { ...Object.fromEntries([...named, ...unnamed]), piano } }),
  );
  expect(entries).toHaveLength(300);
  expect(names(entries)).toContainEqual(['Piano', 'A grand piano', []]);
});
