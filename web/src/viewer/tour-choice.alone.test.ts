import { parseDocument } from '@diorama/shared/scene/document.ts';
import type { VisibilityOverrides } from '@diorama/shared/scene/resolve.ts';
import { PerspectiveCamera, Vector3 } from 'three';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Marker } from '../scene/marker-layer.ts';
import { AnnotationTour, type AnnotationTourOptions } from './annotation-tour.ts';
import { SWITCH_SHARE } from './stop-visibility.ts';

const { shown } = vi.hoisted(() => ({ shown: { markers: [] as readonly Marker[], looks: 0 } }));
vi.mock('../scene/marker-layer.ts', () => ({
  MarkerLayer: class {
    setMarkers = (markers: readonly Marker[]) => {
      shown.markers = markers;
    };
    setActive = () => undefined;
    recheck = () => {
      shown.looks += 1;
    };
    dispose = () => undefined;
  },
}));

/** Mock of the DOM, as far as a tour needs it. */
class FakeElement {
  children: FakeElement[] = [];
  hidden = false;
  textContent = '';
  className = '';
  ariaPressed = '';
  classList = { add: () => undefined };
  #heard: (() => void)[] = [];
  setAttribute = () => undefined;
  remove = () => undefined;
  addEventListener(_type: string, listener: () => void) {
    this.#heard.push(listener);
  }
  click() {
    for (const listener of this.#heard) {
      listener();
    }
  }
  append(...children: (FakeElement | string)[]) {
    for (const child of children) {
      if (typeof child === 'string') {
        this.textContent += child;
      } else {
        this.children.push(child);
      }
    }
  }
  replaceChildren(...children: FakeElement[]) {
    this.children = children;
  }
}

const press: ((key: string) => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  press.length = 0;
  shown.looks = 0;
  vi.stubGlobal('Node', FakeElement);
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('HTMLElement', FakeElement);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', {
    activeElement: null,
    createElement: () => new FakeElement(),
    addEventListener: (type: string, listener: (event: object) => void) => {
      const rest = { target: null, preventDefault: () => undefined, stopPropagation: () => undefined };
      press.push((key) => type === 'keydown' && listener({ key, ...rest }));
    },
  });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

const note = (order: string, props: object = {}) => ({
  kind: 'annotation',
  name: order,
  props: { order, ...props },
});
const document_ = parseDocument({
  nodes: {
    a: note('a1', { tags: ['doors'], icon: 'door', flight: 4, hides: ['roof', 'gone'] }),
    b: note('a2', { tags: ['windows'], shows: ['cut'] }),
    c: note('a3', { tags: ['doors', 'oak'] }),
    roof: { kind: 'box' },
    cut: { kind: 'box', visible: false },
  },
});

/** A tour of three annotations, the opened ones, and the visibility overrides in order. */
function arrange(document = document_) {
  const host = new FakeElement();
  const opened: (number | null)[] = [];
  const overrides: [string, string][] = [];
  const canvas = {
    view: {
      nodes: new Map(),
      setVisibilityOverrides: ({ hidden, shown: seen }: VisibilityOverrides) =>
        overrides.push([[...hidden].join(), [...seen].join()]),
    },
    invalidate: () => undefined,
    onDrawn: () => () => undefined,
    camera: { look: () => undefined },
    rig: { camera: new PerspectiveCamera(), view: { position: new Vector3(), target: new Vector3() } },
  };
  const options = {
    ...{ host, canvas, document, assets: async () => null },
    t: (key: string, { number = 0, count = 0 } = {}) => (count === 0 ? key : `${number} of ${count}`),
    onOpen: (index: number | null) => opened.push(index),
  };
  // Without camera movement, the tour uses only these members of host and canvas.
  const tour = new AnnotationTour(options as unknown as AnnotationTourOptions);
  const chips = () => host.children.find(({ className }) => className === 'tag-filter')?.children ?? [];
  const choose = (tag: string) =>
    chips()
      .find(({ textContent }) => textContent === tag)
      ?.click();
  const key = (name: string) => {
    for (const listener of press) {
      listener(name);
    }
  };
  /** Elements below the text of the card. */
  const steps = () =>
    host.children.find(({ className }) => className.includes('tour-card'))?.children.at(-1)?.children ?? [];
  const said = () => steps().map(({ textContent }) => textContent);
  const step = (sign: string) =>
    steps()
      .find(({ textContent }) => textContent === sign)
      ?.click();
  return { tour, opened, overrides, chips, choose, key, said, step };
}

describe('the tags of a tour', () => {
  it('are shown if annotations have any, and filter the markers', () => {
    const { chips, choose } = arrange();
    expect(chips().map(({ textContent }) => textContent)).toEqual([
      'tour.allTags',
      'doors',
      'windows',
      'oak',
    ]);
    choose('doors');
    expect(shown.markers.map(({ id, number, icon }) => [id, number, icon])).toEqual([
      ['a', 1, 'door'],
      ['c', 3, ''],
    ]);
    expect(chips().map(({ ariaPressed }) => ariaPressed)).toEqual(['false', 'true', 'false', 'false']);
    choose('tour.allTags');
    expect(shown.markers).toHaveLength(3);
    expect(arrange(parseDocument({ nodes: { a: note('a1') } })).chips()).toEqual([]);
    const many = Array.from({ length: 60 }, (_, i) => [`n${i}`, note('a1', { tags: [`tag ${i}`] })]);
    expect(arrange(parseDocument({ nodes: Object.fromEntries(many) })).chips()).toHaveLength(51);
  });

  it('filter the steps, but not an annotation opened by its number', () => {
    const { tour, opened, choose, key } = arrange();
    choose('doors');
    tour.open(0);
    key('ArrowRight');
    key('ArrowRight');
    expect(opened).toEqual([0, 2, 0]);
    tour.open(1);
    expect(shown.markers).toHaveLength(3);
    choose('doors');
    expect(opened).toEqual([0, 2, 0, 1, null]);
  });

  it('update the count of the open annotation after an edit', () => {
    const { tour, choose, said } = arrange();
    choose('doors');
    tour.open(0);
    expect(said()).toContain('1 of 2');
    const tagged = parseDocument({ nodes: { b: note('a2', { tags: ['doors'] }) } }).nodes;
    tour.setDocument({ ...document_, nodes: { ...document_.nodes, ...tagged } });
    expect(said()).toContain('1 of 3');
  });

  it('are deselected once no annotation has them', () => {
    const { tour, choose } = arrange();
    choose('windows');
    const { b: _, ...nodes } = document_.nodes;
    tour.setDocument({ ...document_, nodes });
    expect(shown.markers.map(({ id, number }) => [id, number])).toEqual([
      ['a', 1],
      ['c', 2],
    ]);
  });
});

describe('an automatic tour', () => {
  it('continues from the open annotation after an edit', () => {
    const document = { ...document_, tour: { ...document_.tour, start: 'auto' as const } };
    const { tour, opened, step } = arrange(document);
    tour.open(1);
    const { roof: _, ...nodes } = document.nodes;
    tour.setDocument({ ...document, nodes });
    step('▶');
    expect(opened).toEqual([1, 1]);
    tour.rest();
  });
});

describe('the visibility overrides of a stop', () => {
  it('apply from midway in the flight until the annotation closes', () => {
    const { tour, overrides } = arrange();
    tour.open(0);
    vi.advanceTimersByTime(4_000 * SWITCH_SHARE - 1);
    expect(overrides).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(overrides).toEqual([['roof', '']]);
    tour.open(1);
    vi.advanceTimersByTime(4_000);
    tour.close();
    expect(overrides.slice(1)).toEqual([
      ['', 'cut'],
      ['', ''],
    ]);
    // Occluders of the markers may have been hidden or shown.
    expect(shown.looks).toBe(3);
  });

  it('apply at once without a flight, and never for a skipped stop', () => {
    const { tour, overrides } = arrange();
    tour.open(0);
    tour.open(2);
    vi.advanceTimersByTime(10_000);
    expect(overrides).toEqual([]);
    tour.show('b');
    expect(overrides).toEqual([['', 'cut']]);
    tour.dispose();
    expect(overrides.at(-1)).toEqual(['', '']);
  });

  it('follow edits and deleted nodes', () => {
    const { tour, overrides } = arrange();
    tour.show('a');
    const { roof: _, ...nodes } = document_.nodes;
    tour.setDocument({ ...document_, nodes });
    expect(overrides).toEqual([
      ['roof', ''],
      ['', ''],
    ]);
  });
});
