import { parseDocument } from '@diorama/shared/scene/document.ts';
import { expect, it, vi } from 'vitest';
import type { AnnotationTourOptions } from './annotation-tour.ts';
import { openTour } from './open-tour.ts';

/** Two annotations, with the code of the tour still loading. */
function arrange() {
  const node = { kind: 'annotation', name: 'Lid', props: { text: '' } };
  const document = parseDocument({ nodes: { a: node, b: node } });
  const acts: unknown[] = [];
  class AnnotationTour {
    readonly length = 2;
    readonly open = (index: number) => acts.push(index);
    readonly openStop = (id: string) => acts.push(`open ${id}`);
    readonly show = (id: string | null) => acts.push(`show ${id}`);
    readonly close = () => acts.push('close');
    readonly begin = () => acts.push('begin');
    readonly rest = () => acts.push('rest');
    readonly setDocument = () => acts.push('document');
    readonly dispose = () => acts.push('dispose');
  }
  const code = Promise.withResolvers<{ AnnotationTour: typeof AnnotationTour }>();
  // Before the code has loaded, only the document is read.
  const onLost = vi.fn();
  const options = { document, onLost } as Partial<AnnotationTourOptions> as AnnotationTourOptions;
  const load = vi.fn(() => code.promise);
  return {
    options,
    load,
    onLost,
    get tour() {
      return openTour(options, load);
    },
    acts,
    arrive: () => code.resolve({ AnnotationTour }),
    fail: code.reject,
  };
}

it('the tour opens only the last requested annotation once its code has loaded', async () => {
  const { tour, acts, arrive } = arrange();
  const wanted = [tour.go(0), tour.go(1)];
  arrive();
  expect(await Promise.all(wanted)).toEqual([true, true]);
  expect(acts).toEqual([1]);
  expect([await tour.go(7), await tour.go(null)]).toEqual([true, true]);
  expect(acts).toEqual([1, 'close']);
});

it('the tour reports that its code failed to load', async () => {
  const { tour, acts, fail, onLost } = arrange();
  const wanted = tour.go(0);
  fail(new TypeError('Failed to fetch'));
  expect(await wanted).toBe(false);
  expect([acts, onLost.mock.calls.length]).toEqual([[], 1]);
});

it('a disposed tour opens nothing', async () => {
  const { tour, acts, arrive } = arrange();
  const wanted = tour.go(0);
  tour.dispose();
  arrive();
  expect(await wanted).toBe(true);
  expect(acts).toEqual([]);
});

it('the tour code loads with the first annotation, and receives the current document', async () => {
  const empty = parseDocument({});
  const { acts, options, load, arrive } = arrange();
  const tour = openTour({ ...options, document: empty }, load);
  expect([tour.length, load.mock.calls.length]).toEqual([0, 0]);
  tour.setDocument(options.document);
  tour.setDocument(options.document);
  arrive();
  await tour.go(1);
  expect([tour.length, load.mock.calls.length, acts]).toEqual([2, 1, [1]]);
  tour.setDocument(empty);
  expect([tour.length, acts.at(-1)]).toEqual([0, 'document']);
});

it('the tour shows only the last requested node once its code has loaded', async () => {
  const { tour, acts, arrive } = arrange();
  const wanted = [tour.show('a'), tour.show('b')];
  arrive();
  expect(await Promise.all(wanted)).toEqual([true, true]);
  await tour.show(null);
  expect(acts).toEqual(['show b', 'show null']);
});

it('the tour forwards begin and rest once its code has loaded', async () => {
  const { tour, acts, arrive } = arrange();
  const begun = tour.begin();
  arrive();
  await begun;
  tour.rest();
  expect(acts).toEqual(['begin', 'rest']);
});
