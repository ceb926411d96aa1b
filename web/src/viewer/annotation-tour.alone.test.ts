import { parseDocument, type SceneDocument } from '@diorama/shared/scene/document.ts';
import { PerspectiveCamera, Vector3 } from 'three';
import { beforeEach, expect, it, vi } from 'vitest';
import { AnnotationTour, type AnnotationTourOptions } from './annotation-tour.ts';

vi.mock('../scene/marker-layer.ts', () => ({
  MarkerLayer: class {
    setMarkers = () => undefined;
    setActive = () => undefined;
    dispose = () => undefined;
  },
}));

/** Mock of the DOM, as far as the card needs it; `fills` counts changes of an element's content. */
class FakeElement {
  fills = 0;
  children: unknown[] = [];
  hidden = false;
  classList = { add: () => undefined };
  setAttribute = () => undefined;
  addEventListener = () => undefined;
  remove = () => undefined;
  append(...children: unknown[]) {
    this.children.push(...children);
  }
  replaceChildren(...children: unknown[]) {
    this.fills += 1;
    this.children = children;
  }
}

/** Listeners of the page, by event. */
const heard = new Map<string, ((event: object) => void)[]>();

beforeEach(() => {
  vi.stubGlobal('Node', FakeElement);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('window', globalThis);
  heard.clear();
  vi.stubGlobal('document', {
    createElement: () => new FakeElement(),
    addEventListener: (type: string, listener: (event: object) => void) => {
      heard.set(type, [...(heard.get(type) ?? []), listener]);
    },
  });
  return () => vi.unstubAllGlobals();
});

const note = (name: string, props: object = {}) => ({
  kind: 'annotation',
  name,
  props: { text: '', ...props },
});

/** A tour of two annotations beside a box, with the card of the first one open. */
function arrange() {
  const document = parseDocument({ nodes: { a: note('Lid'), b: note('Base'), box: { kind: 'box' } } });
  const host = new FakeElement();
  const canvas = {
    view: { nodes: new Map(), setVisibilityOverrides: () => undefined },
    onDrawn: () => () => undefined,
  };
  // Without camera movement, the tour uses only these members of host and canvas.
  const options = { host, canvas, document, assets: async () => null, t: (key: string) => key };
  const tour = new AnnotationTour(options as unknown as AnnotationTourOptions);
  tour.show('a');
  const card = host.children[0] as FakeElement;
  return { tour, card, document };
}

function withNodes(document: SceneDocument, nodes: Partial<SceneDocument['nodes']>): SceneDocument {
  return { ...document, nodes: { ...document.nodes, ...nodes } as SceneDocument['nodes'] };
}

it('the open card is not refilled when another node is edited', () => {
  const { tour, card, document } = arrange();
  const moved = parseDocument({ nodes: { box: { kind: 'box', name: 'Moved' } } }).nodes;
  tour.setDocument(withNodes(document, moved));
  expect([card.fills, card.hidden]).toEqual([1, false]);
});

it('the open card is refilled when its annotation or the number of annotations changes', () => {
  const { tour, card, document } = arrange();
  const renamed = withNodes(document, parseDocument({ nodes: { a: note('Cover') } }).nodes);
  tour.setDocument(renamed);
  expect(card.fills).toBe(2);
  tour.setDocument(withNodes(renamed, parseDocument({ nodes: { c: note('Foot') } }).nodes));
  expect(card.fills).toBe(3);
  tour.setDocument(parseDocument({}));
  expect(card.hidden).toBe(true);
});

it('the picture of an annotation has its description as alternative text', () => {
  const { tour, card, document } = arrange();
  const pictured = { ...note('Lid', { image: '/api/assets/hinge' }), description: 'A hinge of brass' };
  tour.setDocument(withNodes(document, parseDocument({ nodes: { a: pictured } }).nodes));
  expect(card.children).toContainEqual(
    expect.objectContaining({ className: 'tour-picture', alt: 'A hinge of brass' }),
  );
});

/** A tour that begins with the given props, and the annotations that it opened. */
function begun(tourOf: object, props: object = {}) {
  const nodes = { a: note('Lid', props), b: note('Base', props) };
  const document = parseDocument({ tour: tourOf, nodes });
  const opened: [number | null, boolean][] = [];
  const canvas = {
    view: { nodes: new Map(), setVisibilityOverrides: () => undefined },
    onDrawn: () => () => undefined,
    camera: { look: () => undefined },
    rig: { camera: new PerspectiveCamera(), view: { position: new Vector3(), target: new Vector3() } },
  };
  const options = {
    ...{ host: new FakeElement(), canvas, document, assets: async () => null, t: (key: string) => key },
    onOpen: (index: number | null, _title: string, isLed: boolean) => opened.push([index, isLed]),
  };
  const tour = new AnnotationTour(options as unknown as AnnotationTourOptions);
  tour.begin();
  return { tour, opened };
}

it('begin opens the first annotation once if the scene requests it', () => {
  expect(begun({}).opened).toEqual([]);
  const { tour, opened } = begun({ start: 'first' });
  expect(opened).toEqual([[0, true]]);
  tour.open(1);
  tour.begin();
  expect(opened).toEqual([
    [0, true],
    [1, false],
  ]);
});

it('the tour distinguishes annotations opened by a presenter from those opened by visitors', () => {
  const { tour, opened } = begun({});
  tour.show('b');
  tour.open(0);
  tour.show(null);
  expect(opened).toEqual([
    [1, true],
    [0, false],
    [null, false],
  ]);
});

it('an automatic tour advances until the visitor interacts', () => {
  vi.useFakeTimers();
  const { opened } = begun({ start: 'auto', seconds: 2, loop: true });
  vi.advanceTimersByTime(3_100);
  expect(opened).toEqual([
    [0, true],
    [1, true],
  ]);
  for (const listener of heard.get('wheel') ?? []) {
    listener({ target: null });
  }
  vi.advanceTimersByTime(60_000);
  expect(opened).toHaveLength(2);
  vi.useRealTimers();
});

it('an automatic tour does not wait for camera flights with reduced motion', () => {
  vi.useFakeTimers();
  const { opened } = begun({ start: 'auto', seconds: 2, loop: true }, { flight: 30 });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.advanceTimersByTime(33_000);
  expect(opened).toHaveLength(2);
  vi.advanceTimersByTime(3_000);
  expect(opened).toHaveLength(3);
  vi.useRealTimers();
});
