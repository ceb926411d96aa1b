import { parseDocument } from '@diorama/shared/scene/document.ts';
import { expect, it, vi } from 'vitest';
import { type InteractionsContext, openInteractions } from './open-interactions.ts';

const calls: unknown[][] = [];
/** What the interactions do as they begin. */
let atStart: () => void = () => undefined;

vi.mock('./scene-interactions.ts', () => ({
  SceneInteractions: class {
    begin = () => atStart();
    setDocument = (document: unknown) => calls.push(['document', document]);
    arrive = (annotation: string) => calls.push(['arrive', annotation]);
    scroll = (position: number) => calls.push(['scroll', position]);
    dispose = () => calls.push(['dispose']);
  },
}));

const scene = parseDocument({ interactions: { one: { event: 'start' } } });

function open() {
  calls.length = 0;
  const view = { setDocument: (document: unknown) => calls.push(['view', document]) };
  // Only the view of the canvas is used before the code has come.
  return openInteractions({
    canvas: { view },
    document: scene,
    onLost: () => undefined,
  } as unknown as InteractionsContext);
}

it('interactions receive the document that their own start produces', async () => {
  const interactions = open();
  const chosen = { ...scene, unit: 'cm' as const };
  atStart = () => interactions.setDocument(chosen);
  interactions.begin();
  await vi.waitFor(() => expect(calls).toEqual([['document', chosen]]));
});

it('interactions receive the last arrival and scroll position from before their code loaded', async () => {
  const interactions = open();
  atStart = () => undefined;
  interactions.arrive('lid');
  interactions.arrive('base');
  interactions.scroll(0.25);
  interactions.begin();
  await vi.waitFor(() =>
    expect(calls).toEqual([
      ['arrive', 'base'],
      ['scroll', 0.25],
    ]),
  );
  interactions.arrive('lid');
  expect(calls.at(-1)).toEqual(['arrive', 'lid']);
  interactions.dispose();
  expect(calls.at(-1)).toEqual(['dispose']);
});

it('documents are shown without interactions until their code has loaded', () => {
  const interactions = open();
  interactions.setDocument(scene);
  expect(calls).toEqual([['view', scene]]);
});
