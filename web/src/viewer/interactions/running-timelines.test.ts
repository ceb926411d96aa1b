import { expandDocument } from '@diorama/shared/scene/copies/expansion.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { withValues } from '@diorama/shared/scene/field-values.ts';
import { describe, expect, it } from 'vitest';
import { RunningTimelines } from './running-timelines.ts';

const scene = (timeline: object = {}) =>
  parseDocument({
    nodes: { box: { kind: 'box' } },
    timelines: { t: { duration: 2, ...timeline } },
    keys: { k: { timeline: 't', time: 2, easing: 'linear', values: { 'nodes/box/position': [4, 0, 0] } } },
  });

function arrange(timeline: object = {}) {
  const document = scene(timeline);
  const running = new RunningTimelines();
  const x = (now: number, isReduced = false) =>
    (running.valuesAt(document, now, { isReduced })['nodes/box/position'] as number[] | undefined)?.[0];
  const go = (mode: 'toggle' | 'on' | 'off', now: number) => running.switch(document, { id: 't', mode }, now);
  return { document, running, x, go };
}

describe('RunningTimelines', () => {
  it('play to their end and hold it until stopped', () => {
    const { document, running, x, go } = arrange();
    expect(x(0)).toBeUndefined();
    go('on', 10);
    expect([x(10), x(11), x(12), x(99)]).toEqual([0, 2, 4, 4]);
    expect([running.isMoving(document, 11), running.isMoving(document, 12)]).toEqual([true, false]);
    go('off', 20);
    expect(x(20)).toBeUndefined();
  });

  it('continue when started again, restart after their end, and toggle', () => {
    const { x, go } = arrange();
    go('on', 0);
    go('on', 1);
    expect(x(1)).toBe(2);
    go('on', 3);
    expect(x(3)).toBe(0);
    go('toggle', 9);
    expect(x(9)).toBeUndefined();
    go('toggle', 10);
    expect(x(11)).toBe(2);
  });

  it('start automatically once, and loop', () => {
    const { document, running, x, go } = arrange({ plays: true, loop: true });
    running.begin(document, 0);
    expect([x(1), x(3), running.isMoving(document, 1e6)]).toEqual([2, 2, true]);
    go('off', 5);
    running.begin(document, 6);
    expect(x(6)).toBeUndefined();
  });

  it('show their end with reduced motion, or their start if looped', () => {
    const once = arrange();
    once.go('on', 0);
    expect(once.x(0, true)).toBe(4);
    const loop = arrange({ loop: true });
    loop.go('on', 0);
    expect(loop.x(1, true)).toBe(0);
  });

  it('have no values once deleted; unknown timelines never start', () => {
    const { document, running, go } = arrange();
    go('on', 0);
    const without = { ...document, timelines: {} };
    expect([running.valuesAt(without, 1), running.isMoving(without, 1)]).toEqual([{}, false]);
    running.switch(document, { id: 'constructor', mode: 'on' }, 0);
    expect(running.valuesAt(document, 1)).toEqual({ 'nodes/box/position': [2, 0, 0] });
  });

  it('read the keys only once over many frames', () => {
    const nodes = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`n${i}`, { kind: 'box' }]));
    const keys = Object.fromEntries(
      Array.from({ length: 20 }, (_, k) => [
        `k${k}`,
        {
          timeline: 't',
          time: k,
          values: Object.fromEntries(Object.keys(nodes).map((id) => [`nodes/${id}/position`, [k, 0, 0]])),
        },
      ]),
    );
    const document = parseDocument({ nodes, timelines: { t: { duration: 20 } }, keys });
    const running = new RunningTimelines();
    running.switch(document, { id: 't', mode: 'on' }, 0);
    running.valuesAt(document, 0);
    // The table is divided into tracks once; later frames do not read it.
    let reads = 0;
    const watched = new Proxy(document.keys, {
      ownKeys: (target) => {
        reads += 1;
        return Reflect.ownKeys(target);
      },
    });
    const shown = { ...document, keys: watched };
    for (let frame = 0; frame < 10; frame += 1) {
      expect(Object.keys(running.valuesAt(shown, frame))).toHaveLength(1_000);
    }
    expect(reads).toBe(1);
  });

  it('move the nodes of one instance from their own positions', () => {
    const document = parseDocument({
      nodes: {
        cabinet: { kind: 'component' },
        door: { kind: 'box', parent: 'cabinet' },
        one: {
          kind: 'instance',
          props: { component: 'cabinet', values: { 'nodes/door/position': [2, 0, 0] } },
        },
        two: { kind: 'instance', props: { component: 'cabinet' } },
      },
      timelines: { t: { duration: 2 } },
      keys: { k: { timeline: 't', time: 2, easing: 'linear', values: { 'nodes/door/position': [4, 0, 0] } } },
    });
    const { document: shown } = expandDocument(document);
    const running = new RunningTimelines();
    running.switch(document, { id: 'one::t', mode: 'on' }, 0);
    expect(running.valuesAt(document, 1, { shown })).toEqual({ 'nodes/one::door/position': [3, 0, 0] });
    running.switch(document, { id: 'two::t', mode: 'on' }, 1);
    expect([running.valuesAt(document, 2, { shown }), running.isMoving(document, 2)]).toEqual([
      { 'nodes/one::door/position': [4, 0, 0], 'nodes/two::door/position': [2, 0, 0] },
      true,
    ]);
    running.switch(document, { id: 'one::t', mode: 'toggle' }, 2);
    expect(Object.keys(running.valuesAt(document, 2, { shown }))).toEqual(['nodes/two::door/position']);
    const lost = withValues(document, [{ 'nodes/two/props.component': null }]);
    expect(running.valuesAt(lost, 2, { shown: expandDocument(lost).document })).toEqual({});
  });
});
