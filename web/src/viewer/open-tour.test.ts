import { parseDocument } from '@diorama/shared/scene/document.ts';
import { expect, it, vi } from 'vitest';
import type { AnnotationTourOptions } from './annotation-tour.ts';
import { openTour } from './open-tour.ts';

/** Two annotations, and the code that shows them still on its way. */
function arrange() {
  const node = { kind: 'annotation', name: 'Lid', props: { text: '' } };
  const document = parseDocument({ nodes: { a: node, b: node } });
  const acts: unknown[] = [];
  class AnnotationTour {
    readonly length = 2;
    readonly open = (index: number) => acts.push(index);
    readonly close = () => acts.push('close');
    readonly dispose = () => acts.push('dispose');
  }
  const code = Promise.withResolvers<{ AnnotationTour: typeof AnnotationTour }>();
  // Of what it is given, only the document is looked at before the code is there.
  const options = { scene: { document } } as AnnotationTourOptions;
  const load = vi.fn(() => code.promise);
  return {
    tour: openTour(options, load),
    acts,
    arrive: () => code.resolve({ AnnotationTour }),
    fail: code.reject,
  };
}

it('opens what was wanted last once annotations are there', async () => {
  const { tour, acts, arrive } = arrange();
  const wanted = [tour.go(0), tour.go(1)];
  arrive();
  expect(await Promise.all(wanted)).toEqual([true, true]);
  expect(acts).toEqual([1]);
  expect([await tour.go(7), await tour.go(null)]).toEqual([true, true]);
  expect(acts).toEqual([1, 'close']);
});

it('tells that annotations cannot be had', async () => {
  const { tour, acts, fail } = arrange();
  const wanted = tour.go(0);
  fail(new TypeError('Failed to fetch'));
  expect(await wanted).toBe(false);
  expect(acts).toEqual([]);
});

it('opens nothing in a scene that is gone', async () => {
  const { tour, acts, arrive } = arrange();
  const wanted = tour.go(0);
  tour.dispose();
  arrive();
  expect(await wanted).toBe(true);
  expect(acts).toEqual([]);
});
