import { parseDocument, type SceneDocument } from '@diorama/shared/scene/document.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { AnnotationTour, type AnnotationTourOptions } from './annotation-tour.ts';

vi.mock('../scene/marker-layer.ts', () => ({
  MarkerLayer: class {
    setMarkers = () => undefined;
    setActive = () => undefined;
    dispose = () => undefined;
  },
}));

/** As much of a page as the card needs; `fills` counts how often an element got other content. */
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

beforeEach(() => {
  vi.stubGlobal('document', { createElement: () => new FakeElement(), addEventListener: () => undefined });
  return () => vi.unstubAllGlobals();
});

const note = (name: string) => ({ kind: 'annotation', name, props: { text: '' } });

/** A tour of two annotations beside a box, with the card of the first one open. */
function arrange() {
  const document = parseDocument({ nodes: { a: note('Lid'), b: note('Base'), box: { kind: 'box' } } });
  const host = new FakeElement();
  const canvas = { view: { nodes: new Map() }, onDrawn: () => () => undefined };
  // Of host and canvas, only this much is used where nobody looks around.
  const options = { host, canvas, document, assets: async () => null, words: (key: string) => key };
  const tour = new AnnotationTour(options as unknown as AnnotationTourOptions);
  tour.show('a');
  const card = host.children[0] as FakeElement;
  return { tour, card, document };
}

function withNodes(document: SceneDocument, nodes: Partial<SceneDocument['nodes']>): SceneDocument {
  return { ...document, nodes: { ...document.nodes, ...nodes } as SceneDocument['nodes'] };
}

it('leaves the open card alone while something else is edited', () => {
  const { tour, card, document } = arrange();
  const moved = parseDocument({ nodes: { box: { kind: 'box', name: 'Moved' } } }).nodes;
  tour.setDocument(withNodes(document, moved));
  expect([card.fills, card.hidden]).toEqual([1, false]);
});

it('shows on the open card what was edited of it, and how many there are', () => {
  const { tour, card, document } = arrange();
  const renamed = withNodes(document, parseDocument({ nodes: { a: note('Cover') } }).nodes);
  tour.setDocument(renamed);
  expect(card.fills).toBe(2);
  tour.setDocument(withNodes(renamed, parseDocument({ nodes: { c: note('Foot') } }).nodes));
  expect(card.fills).toBe(3);
  tour.setDocument(parseDocument({}));
  expect(card.hidden).toBe(true);
});
