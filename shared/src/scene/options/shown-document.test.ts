import { describe, expect, it } from 'vitest';
import { parseDocument, type SceneDocument } from '../document.ts';
import { MAX_TRACKS } from '../interactions/limits.ts';
import { shownDocument } from './shown-document.ts';

const INSTANCES = 300;
const BOXES = Array.from({ length: 5 }, (_, i) => `b${i}`);

/** A scene whose timelines move the boxes of a component with many instances. */
function movingInstances({ keys, timelines = 1 }: { keys: number; timelines?: number }): SceneDocument {
  const nodes = {
    made: { kind: 'component' },
    ...Object.fromEntries(BOXES.map((id) => [id, { kind: 'box', parent: 'made' }])),
    ...Object.fromEntries(
      Array.from({ length: INSTANCES }, (_, i) => [
        `i${i}`,
        { kind: 'instance', props: { component: 'made' } },
      ]),
    ),
  };
  const values = Object.fromEntries(BOXES.map((id) => [`nodes/${id}/position`, [0, 1, 0]]));
  const rows = Array.from({ length: keys }, (_, i) => [
    `k${i}`,
    { timeline: `t${i % timelines}`, time: i, values },
  ]);
  const names = Array.from({ length: timelines }, (_, i) => [`t${i}`, {}]);
  return parseDocument({
    ...{ nodes, keys: Object.fromEntries(rows), timelines: Object.fromEntries(names) },
  });
}

/** Number of reads of nodes while a document is expanded. */
function readsOf(document: SceneDocument): number {
  let reads = 0;
  const nodes = new Proxy(document.nodes, {
    get: (rows, id) => {
      reads += 1;
      return Reflect.get(rows, id);
    },
  });
  shownDocument({ ...document, nodes });
  return reads;
}

describe('the timelines of instances', () => {
  it('share one field limit, applied before keys are copied', () => {
    const { keys } = shownDocument(movingInstances({ keys: 6, timelines: 2 }));
    const fields = Object.values(keys).map(({ values }) => Object.keys(values));
    expect(fields.map(({ length }) => length)).toEqual(Array.from({ length: 6 }, () => MAX_TRACKS));
    expect(new Set(fields.flat()).size).toBe(MAX_TRACKS);
  });

  it('compare each copy with its source once, not once per key', () => {
    const [few, many] = [readsOf(movingInstances({ keys: 1 })), readsOf(movingInstances({ keys: 20 }))];
    expect(few).toBeGreaterThan(INSTANCES);
    expect(many - few).toBeLessThan(INSTANCES);
  });
});
